import { nameAt } from "./json-scan";
import type { LineSpan } from "./lines";

/** Numbers that one member takes in `entries`: its depth, where its name begins and ends, its first and its last line. */
const WIDTH = 5;
const NAME_START = 1;
const NAME_END = 2;
const FIRST = 3;
const LAST = 4;

/**
 * The lines of the members of one object that is a member of the root, taken down while the text is measured: a second pass over a
 * large text would cost as much as the first. Means nothing where the text turns out not to be JSON.
 */
export class Outline {
  /** For `measure` to fill. */
  readonly entries: number[] = [];
  /** Where the wanted object's members begin and end in `entries`; null: not looked for yet. */
  private range: { readonly from: number; readonly to: number } | null = null;
  private names: Map<string, LineSpan> | null = null;

  /** @param of the name of the root's member */
  constructor(private readonly of: string) {}

  /**
   * The lines of a member.
   * @param index how many members stand before it, as far as the caller knows; looked up by name where that is wrong
   */
  linesOf(text: string, name: string, index: number): LineSpan | undefined {
    this.range ??= this.find(text);
    const at = this.range.from + index * WIDTH;
    const within = at >= this.range.from && at < this.range.to;
    return within && this.stands(text, name, at) ? this.lines(at) : this.byName(text, this.range).get(name);
  }

  private find(text: string): { from: number; to: number } {
    const { entries } = this;
    for (let at = 0; at < entries.length; at += WIDTH) {
      if (entries[at] !== 1 || this.nameOf(text, at) !== this.of) continue;
      let to = at + WIDTH;
      while (entries[to] === 2) to += WIDTH;
      return { from: at + WIDTH, to };
    }
    return { from: 0, to: 0 };
  }

  private stands(text: string, name: string, at: number): boolean {
    const start = this.number(at + NAME_START) + 1;
    return (
      start + name.length + 1 === this.number(at + NAME_END) && text.startsWith(name, start) && !name.includes("\\")
    );
  }

  private lines(at: number): LineSpan {
    return { first: this.number(at + FIRST), last: this.number(at + LAST) };
  }

  private byName(
    text: string,
    { from, to }: { readonly from: number; readonly to: number },
  ): ReadonlyMap<string, LineSpan> {
    if (this.names === null) {
      this.names = new Map();
      for (let at = from; at < to; at += WIDTH) this.names.set(this.nameOf(text, at), this.lines(at));
    }
    return this.names;
  }

  private nameOf(text: string, at: number): string {
    return nameAt(text, this.number(at + NAME_START), this.number(at + NAME_END));
  }

  /** What `measure` put there. */
  private number(at: number): number {
    return this.entries[at] ?? 0;
  }
}
