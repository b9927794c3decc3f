import type { Answer } from "../answer";
import type { Entry } from "../log";

/** How an answer gets to the client; by default whole. */
export type Manner =
  | { readonly how: "whole" }
  /** The headers promise the whole body; after so many bytes the connection is cut. */
  | { readonly how: "truncated"; readonly bytes: number }
  /** The connection is cut before anything is said. */
  | { readonly how: "cut" }
  /** One byte at a time, with a pause after each. */
  | { readonly how: "drip"; readonly pause: number }
  /** The body, then blanks until the client hangs up. */
  | { readonly how: "endless" }
  /** Nothing at all until the client hangs up. */
  | { readonly how: "silence" };

export interface Delivery {
  readonly answer: Answer;
  readonly manner?: Manner;
}

export interface FaultContext {
  readonly entry: Entry;
  /** Makes the genuine answer, and counts it. A fault that never calls this costs nothing. */
  genuine(): Promise<Answer>;
  /** Headers that every answer has: limits, date and so on. */
  common(): Readonly<Record<string, string>>;
  /** When the primary limit would be whole again, in seconds since 1970. */
  reset(): number;
}

/** Something that goes wrong. The `name` is what the log calls it. */
export interface Fault {
  readonly name: string;
  deliver(context: FaultContext): Delivery | Promise<Delivery>;
}
