import { escapeToken } from "./pointer";
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, nameAt, OPEN_LIST, OPEN_OBJECT, QUOTE, stringEnd } from "./json-scan";

/** A member name that an object repeats. */
export interface Duplicate {
  readonly pointer: string;
  readonly name: string;
  /** Offsets of the first and the second time it stands there. */
  readonly first: number;
  readonly second: number;
}

export interface Duplicates {
  /** In the order in which the repetitions stand in the text, at most `max`. */
  readonly listed: readonly Duplicate[];
  /** How many names are repeated in all, listed or not. */
  readonly total: number;
}

interface Frame {
  /** Offset of each name's first place, negative once it was found again; null for a list. */
  readonly names: Map<string, number> | null;
  key: string | number;
}

/**
 * Every member name that some object of a grammatical text repeats, compared after unescaping. A name written three
 * times is one duplicate. Keeps no more than `max` of them, so that a hostile file cannot make the answer larger than itself.
 */
export function findDuplicates(text: string, max: number): Duplicates {
  const frames: Frame[] = [];
  const listed: Duplicate[] = [];
  let total = 0;
  let frame: Frame | undefined;
  let nameNext = false;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case OPEN_OBJECT:
        frames.push((frame = { names: new Map(), key: "" }));
        nameNext = true;
        break;
      case OPEN_LIST:
        frames.push((frame = { names: null, key: 0 }));
        nameNext = false;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        frames.pop();
        frame = frames.at(-1);
        nameNext = false;
        break;
      case COMMA:
        nameNext = frame?.names !== null;
        if (typeof frame?.key === "number") frame.key += 1;
        break;
      case QUOTE: {
        const end = stringEnd(text, i);
        if (nameNext && frame?.names) {
          const name = nameAt(text, i, end);
          const before = frame.names.get(name);
          frame.key = name;
          if (before === undefined) frame.names.set(name, i);
          else if (before >= 0) {
            frame.names.set(name, -1);
            total += 1;
            if (listed.length < max) listed.push({ pointer: pointerOf(frames), name, first: before, second: i });
          }
          nameNext = false;
        }
        i = end - 1;
      }
    }
  }
  return { listed, total };
}

function pointerOf(frames: readonly Frame[]): string {
  return frames.map((frame) => `/${escapeToken(frame.key)}`).join("");
}
