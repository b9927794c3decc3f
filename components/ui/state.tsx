import type { ReactNode } from "react";
import type { StateWord } from "@/lib/api/documents";

/** The words of state, as people read them. */
export const STATE_WORDS: Readonly<Record<StateWord, string>> = {
  complete: "Complete",
  incomplete: "Incomplete",
  unavailable: "Unavailable",
  stale: "Stale",
  held: "Held",
  conflict: "Conflict",
  retired: "Retired",
  omitted: "Omitted",
};

/** The shape of a state. Never alone: a word stands beside it. */
export function Seal({ state, small }: { state: StateWord; small?: boolean }) {
  return (
    <svg className={`seal ${state}${small ? " sm" : ""}`} aria-hidden="true">
      <use href={`#seal-${state}`} />
    </svg>
  );
}

/** Shape, word and colour of a state. `children` replaces the word where the view has a better one, such as "Resolved 7". */
export function State({ state, children }: { state: StateWord; children?: ReactNode }) {
  return (
    <span className={`state ${state}`}>
      <Seal state={state} />
      <span>{children ?? STATE_WORDS[state]}</span>
    </span>
  );
}
