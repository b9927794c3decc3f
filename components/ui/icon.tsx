export type IconName =
  | "search"
  | "down"
  | "right"
  | "up"
  | "arrow"
  | "close"
  | "menu"
  | "sun"
  | "copy"
  | "save"
  | "link"
  | "check"
  | "cross"
  | "tally";

/** A drawing without a meaning of its own: the words beside it carry that. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : "i"} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
