import { Visible } from "./untrusted";

/** An ID, a pointer, a hash, a value: in mono, isolated, never cut. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code className={className}>
      <bdi>
        <Visible text={children} />
      </bdi>
    </code>
  );
}
