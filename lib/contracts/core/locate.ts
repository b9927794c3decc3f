import type { Place } from "./json-types";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  nameAt,
  OPEN_LIST,
  OPEN_OBJECT,
  skipSpace,
  stringEnd,
  valueEnd,
} from "./json-scan";
import { lineCounter } from "./lines";
import { escapeToken, parsePointer } from "./pointer";

/** What is asked for at and below one value. `rest` stands for every name that `members` has not. */
interface Want {
  here: boolean;
  members: Map<string, Want> | null;
  rest: Want | null;
}

interface Frame {
  readonly want: Want;
  readonly pointer: string;
  readonly start: number;
  readonly name: number | undefined;
  readonly firstLine: number;
  readonly list: boolean;
  index: number;
}

/**
 * Where values stand in a grammatical JSON text (as readJson returns it), in one pass.
 * @param wanted pointers to find, or a depth: every value at most so many steps below the root
 * @returns by pointer; a pointer that names nothing has no entry
 */
export function places(text: string, wanted: Iterable<string> | number): Map<string, Place> {
  return locate(text, typeof wanted === "number" ? toDepth(wanted) : toPointers(wanted));
}

/**
 * Where the members (or items) of one object (or list) stand, by pointer. Costs one pass, in which everything else is skipped.
 */
export function placesBelow(text: string, pointer: string): Map<string, Place> {
  const want = toPointers([pointer]);
  let parent = want;
  for (const name of parsePointer(pointer) ?? []) parent = parent.members?.get(name) ?? parent;
  parent.here = false;
  parent.rest = { here: true, members: null, rest: null };
  return locate(text, want);
}

function toDepth(depth: number): Want {
  let want: Want = { here: true, members: null, rest: null };
  for (let i = 0; i < depth; i += 1) want = { here: true, members: null, rest: want };
  return want;
}

function toPointers(pointers: Iterable<string>): Want {
  const root: Want = { here: false, members: null, rest: null };
  for (const pointer of pointers) {
    const names = parsePointer(pointer);
    if (names === null) continue;
    let want = root;
    for (const name of names) {
      want.members ??= new Map();
      let next = want.members.get(name);
      if (next === undefined) want.members.set(name, (next = { here: false, members: null, rest: null }));
      want = next;
    }
    want.here = true;
  }
  return root;
}

function locate(text: string, root: Want): Map<string, Place> {
  const found = new Map<string, Place>();
  const lineAt = lineCounter(text);
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let i = 0;

  const record = (pointer: string, start: number, end: number, name: number | undefined, first: number): void => {
    const place = { start, end, lines: { first, last: lineAt(end - 1) } };
    found.set(pointer, name === undefined ? place : { ...place, name });
  };
  /** Enters or steps over the value at `i`, and leaves `i` after what it has read. */
  const value = (want: Want | undefined, pointer: () => string, name: number | undefined): void => {
    const code = text.charCodeAt(i);
    const deeper =
      want !== undefined &&
      (want.members !== null || want.rest !== null) &&
      (code === OPEN_OBJECT || code === OPEN_LIST);
    if (want === undefined || (!deeper && !want.here)) {
      i = valueEnd(text, i);
      return;
    }
    const firstLine = lineAt(name ?? i);
    if (!deeper) {
      const start = i;
      i = valueEnd(text, i);
      record(pointer(), start, i, name, firstLine);
      return;
    }
    frame = { want, pointer: pointer(), start: i, name, firstLine, list: code === OPEN_LIST, index: -1 };
    frames.push(frame);
    i += 1;
  };

  i = skipSpace(text, 0);
  value(root, () => "", undefined);
  while (frame !== undefined) {
    const current: Frame = frame;
    i = skipSpace(text, i);
    const code = text.charCodeAt(i);
    if (Number.isNaN(code)) break;
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      i += 1;
      if (current.want.here) record(current.pointer, current.start, i, current.name, current.firstLine);
      frames.pop();
      frame = frames.at(-1);
      continue;
    }
    if (code === COMMA) i = skipSpace(text, i + 1);
    let key: string;
    let name: number | undefined;
    if (current.list) key = String((current.index += 1));
    else {
      name = i;
      i = stringEnd(text, i);
      key = nameAt(text, name, i);
      i = skipSpace(text, skipSpace(text, i) + 1);
    }
    value(
      current.want.members?.get(key) ?? current.want.rest ?? undefined,
      () => `${current.pointer}/${escapeToken(key)}`,
      name,
    );
  }
  return found;
}
