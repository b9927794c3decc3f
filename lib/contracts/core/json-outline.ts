import { nameAt } from "./json-scan";
import type { LineSpan } from "./lines";

/** Numbers that one member takes: where its name begins and ends, its first and its last line. */
const WIDTH = 4;

/**
 * The lines of the members of one object that is a member of the root, taken down while the text is measured: a second pass over a
 * large text would cost as much as the first. Means nothing where the text turns out not to be JSON.
 */
export class Outline {
  private readonly entries: number[] = [];
  private names: Map<string, LineSpan> | null = null;
  private inside = false;

  /** @param of the name of the root's member */
  constructor(private readonly of: string) {}

  /** A member at depth 1 or 2, at its colon. Its name stands at [start, end) on `line`. */
  begin(text: string, depth: number, start: number, end: number, line: number): void {
    if (depth === 1) this.inside = isName(text, start, end, this.of);
    else if (this.inside) this.entries.push(start, end, line, line);
  }

  /** A member at depth 2 is over; `line` is the last of its value. */
  end(line: number): void {
    if (this.inside && this.entries.length > 0) this.entries[this.entries.length - 1] = line;
  }

  /**
   * The lines of a member.
   * @param index how many members stand before it, as far as the caller knows; looked up by name where that is wrong
   */
  linesOf(text: string, name: string, index: number): LineSpan | undefined {
    const at = index * WIDTH;
    return this.stands(text, name, at) ? this.lines(at) : this.byName(text).get(name);
  }

  private stands(text: string, name: string, at: number): boolean {
    const { entries } = this;
    const start = (entries[at] ?? -1) + 1;
    return (
      start > 0 && start + name.length + 1 === entries[at + 1] && text.startsWith(name, start) && !name.includes("\\")
    );
  }

  private lines(at: number): LineSpan {
    return { first: this.entries[at + 2] ?? 1, last: this.entries[at + 3] ?? 1 };
  }

  private byName(text: string): ReadonlyMap<string, LineSpan> {
    if (this.names === null) {
      this.names = new Map();
      for (let at = 0; at < this.entries.length; at += WIDTH) {
        this.names.set(nameAt(text, this.entries[at] ?? 0, this.entries[at + 1] ?? 0), this.lines(at));
      }
    }
    return this.names;
  }
}

/** Whether the string at [start, end) is the name. The text need not be JSON. */
function isName(text: string, start: number, end: number, name: string): boolean {
  try {
    return nameAt(text, start, end) === name;
  } catch {
    return false;
  }
}
