import { CLOSE_LIST, CLOSE_OBJECT, COMMA, nameAt, OPEN_LIST, OPEN_OBJECT, QUOTE, stringEnd } from "./json-scan";

const LF = 0x0a;
const CR = 0x0d;

/** A place in a grammatical JSON text that moves forward and counts lines on its way. Line breaks stand only between values. */
export class JsonCursor {
  /** Offset in UTF-16 code units. */
  at = 0;
  /** The line of `at`, from 1. */
  line = 1;

  constructor(private readonly text: string) {}

  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  skipSpace(): void {
    for (; ; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === LF || code === CR) this.countBreak(code);
      else if (code !== 0x20 && code !== 0x09) return;
    }
  }

  /** Moves to the next member or item of the object or list that the cursor is in; false (and on the closing bracket) where there is none. */
  toNextMember(): boolean {
    this.skipSpace();
    if (this.code === COMMA) {
      this.at += 1;
      this.skipSpace();
    }
    return !this.ended && this.code !== CLOSE_OBJECT && this.code !== CLOSE_LIST;
  }

  /** The name at the cursor, unescaped; moves to the member's value. */
  name(): string {
    const start = this.at;
    this.at = stringEnd(this.text, start);
    const name = nameAt(this.text, start, this.at);
    this.skipSpace();
    this.at += 1;
    this.skipSpace();
    return name;
  }

  /** Moves to just after the value at the cursor. */
  skipValue(): void {
    const { text } = this;
    let depth = 0;
    let line = this.line;
    let at = this.at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = stringEnd(text, at) - 1;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1;
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1;
      else if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) line += 1;
      else if (depth > 0 || !isScalarEnd(text.charCodeAt(at + 1))) continue;
      if (depth === 0) break;
    }
    this.at = Math.min(at + 1, text.length);
    this.line = line;
  }

  private countBreak(code: number): void {
    if (code === LF || this.text.charCodeAt(this.at + 1) !== LF) this.line += 1;
  }
}

/** True after the last character of a number or word. */
function isScalarEnd(next: number): boolean {
  return Number.isNaN(next) || next <= 0x20 || next === COMMA || next === CLOSE_LIST || next === CLOSE_OBJECT;
}
