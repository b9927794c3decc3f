import type { ReactNode } from "react";
import type { StateWord } from "@/lib/api/documents";
import { number } from "./format";
import { Seal } from "./state";

/** A row of filters of which one is on. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** One filter with its count. The count stays at 0; null: not known, and then it is blank. */
export function Chip(props: {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
  count: number | null;
  seal?: StateWord;
}) {
  return (
    <button type="button" className="chip" aria-pressed={props.pressed} onClick={props.onPress}>
      {props.seal && <Seal state={props.seal} small />}
      <span>{props.children}</span>
      {props.count !== null && <span className="n">{number(props.count)}</span>}
    </button>
  );
}
