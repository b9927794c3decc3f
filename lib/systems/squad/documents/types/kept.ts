import type { Document } from "./document";

/** What is kept of a repository, beside what it shows. It changes with time, and has no part in the snapshot. */
export interface KeptData {
  /** null: the store is not open yet. */
  readonly store: "embedded" | "postgres" | null;
  /** Why nothing can be kept at the moment; null: it can. */
  readonly fault: { readonly code: string; readonly text: string } | null;
  /** What was found altered or broken in the store and is not used, the last first; null: the store cannot be read. */
  readonly setAside: readonly SetAsideLine[] | null;
}

export interface SetAsideLine {
  /** standing, body, accepted, decision */
  readonly kind: string;
  readonly name: string;
  readonly at: string;
  readonly why: string;
}
export type KeptDocument = Document<"kept", KeptData>;
