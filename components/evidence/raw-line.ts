/** A piece of a line of bytes: a member's name, which is set apart, or anything else. */
export interface Piece {
  readonly text: string;
  readonly name: boolean;
}

const MEMBER = /^(\s*)("(?:[^"\\]|\\.)*")(\s*:)/u;

/** Cuts a line of JSON so that the name of its first member can be set apart; any other text stays whole. */
export function pieces(line: string): readonly Piece[] {
  const [whole, space = "", name = ""] = MEMBER.exec(line) ?? [];
  if (whole === undefined) return [{ text: line, name: false }];
  const rest = line.slice(space.length + name.length);
  return [
    { text: space, name: false },
    { text: name, name: true },
    { text: rest, name: false },
  ].filter(({ text }) => text !== "");
}

/** What a statement quotes from a record: set apart, so that no foreign letter can turn the words around it. */
export function quoted(statement: string): readonly [before: string, quote: string, after: string] {
  const from = statement.indexOf("“");
  const to = statement.lastIndexOf("”");
  if (from < 0 || to < from) return [statement, "", ""];
  return [statement.slice(0, from), statement.slice(from + 1, to), statement.slice(to + 1)];
}
