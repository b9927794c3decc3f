import { Fragment } from "react";
import { Visible } from "./untrusted";

// Quoted text belongs to somebody else: what stands between these marks is left exactly as it is.
const QUOTED = /(“[^”]*”)/u;
// A member, a word of the contract, a path or a code, as our own messages mark them.
const MARKED = /`([^`\s“”]{1,120})`/u;

/** A part of a message: plain, or a word that our own sentence marks as code. */
export interface Part {
  readonly text: string;
  readonly code: boolean;
}

/** Cuts a message of ours into plain parts and marked words. Text quoted from an input is never interpreted. */
export function parts(message: string): readonly Part[] {
  return message
    .split(QUOTED)
    .flatMap((piece, i) =>
      i % 2 === 1
        ? [{ text: piece, code: false }]
        : piece.split(MARKED).map((text, j) => ({ text, code: j % 2 === 1 })),
    )
    .filter(({ text }) => text !== "");
}

/** A message of ours: words in backticks are set as code, and nothing else is markup. */
export function Prose({ text }: { text: string }) {
  return parts(text).map((part, i) => (
    <Fragment key={i}>
      {part.code ? (
        <code>
          <Visible text={part.text} />
        </code>
      ) : (
        <Visible text={part.text} />
      )}
    </Fragment>
  ));
}
