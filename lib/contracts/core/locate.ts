import type { Place } from "./json-types";
import { JsonCursor } from "./json-cursor";
import { OPEN_LIST, OPEN_OBJECT } from "./json-scan";
import { escapeToken, parsePointer } from "./pointer";

/** What is asked for at and below one value. `rest` stands for every name that `members` has not. */
interface Want {
  here: boolean;
  members: Map<string, Want> | null;
  rest: Want | null;
}

/** An object or list that is being passed through. */
interface Frame {
  readonly want: Want;
  readonly pointer: string;
  readonly start: number;
  readonly name: number | undefined;
  readonly firstLine: number;
  readonly list: boolean;
  /** Of the item read last, in a list. */
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

/** Where the members (or items) of one object (or list) stand, by pointer; all else is stepped over. */
export function placesBelow(text: string, pointer: string): Map<string, Place> {
  const root: Want = { here: false, members: null, rest: null };
  const parent = wantAt(root, parsePointer(pointer) ?? []);
  parent.rest = { here: true, members: null, rest: null };
  return locate(text, root);
}

function locate(text: string, root: Want): Map<string, Place> {
  const found = new Map<string, Place>();
  const cursor = new JsonCursor(text);
  const frames: Frame[] = [];
  cursor.skipSpace();
  visit(cursor, root, "", undefined, cursor.line, frames, found);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (!cursor.toNextMember()) {
      frames.pop();
      if (cursor.ended) return found;
      cursor.at += 1;
      if (frame.want.here) record(found, frame.pointer, frame.start, cursor, frame.name, frame.firstLine);
      continue;
    }
    const { line } = cursor;
    const name = frame.list ? undefined : cursor.at;
    const key = frame.list ? String((frame.index += 1)) : cursor.name();
    visit(
      cursor,
      frame.want.members?.get(key) ?? frame.want.rest,
      `${frame.pointer}/${escapeToken(key)}`,
      name,
      line,
      frames,
      found,
    );
  }
  return found;
}

/** Enters the value at the cursor where something below it is wanted, and steps over it where not. */
function visit(
  cursor: JsonCursor,
  want: Want | null,
  pointer: string,
  name: number | undefined,
  firstLine: number,
  frames: Frame[],
  found: Map<string, Place>,
): void {
  const start = cursor.at;
  const code = cursor.code;
  if (want !== null && (want.members !== null || want.rest !== null) && (code === OPEN_OBJECT || code === OPEN_LIST)) {
    frames.push({ want, pointer, start, name, firstLine, list: code === OPEN_LIST, index: -1 });
    cursor.at += 1;
    return;
  }
  cursor.skipValue();
  if (want?.here) record(found, pointer, start, cursor, name, firstLine);
}

function record(
  found: Map<string, Place>,
  pointer: string,
  start: number,
  cursor: JsonCursor,
  name: number | undefined,
  first: number,
): void {
  const lines = { first, last: cursor.line };
  found.set(pointer, name === undefined ? { start, end: cursor.at, lines } : { start, end: cursor.at, name, lines });
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
    if (names !== null) wantAt(root, names).here = true;
  }
  return root;
}

/** The place below `root` that the names lead to, made where it is not there yet. */
function wantAt(root: Want, names: readonly string[]): Want {
  let want = root;
  for (const name of names) {
    want.members ??= new Map();
    let next = want.members.get(name);
    if (next === undefined) want.members.set(name, (next = { here: false, members: null, rest: null }));
    want = next;
  }
  return want;
}
