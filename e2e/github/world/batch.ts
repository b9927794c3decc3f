import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { gitEnvironment } from "./git";

export type ObjectType = "blob" | "tree" | "commit" | "tag";

/** An object of a repository. `content` is empty where only the header was asked for. */
export interface GitObject {
  readonly oid: string;
  readonly type: ObjectType;
  readonly size: number;
  readonly content: Buffer;
}

const HEADER = /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)$/;
const NOTHING = Buffer.alloc(0);

/** One `git cat-file` that stays open and is asked for object after object: starting git for each would be most of a test's time. */
export class Batch {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: ((found: GitObject | null) => void)[] = [];
  readonly #withContent: boolean;
  #pieces: Buffer[] = [];
  #held = 0;
  #needed = 1;

  constructor(gitDir: string, mode: "content" | "header") {
    this.#withContent = mode === "content";
    const option = this.#withContent ? "--batch" : "--batch-check";
    this.#child = spawn("git", [`--git-dir=${gitDir}`, "cat-file", option], {
      env: gitEnvironment(),
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#child.stdout.on("data", (piece: Buffer) => this.#take(piece));
    this.#child.stdin.on("error", () => undefined);
    const end = () => {
      for (const answer of this.#waiting.splice(0)) answer(null);
    };
    this.#child.once("error", end);
    this.#child.once("close", end);
  }

  /** Null where git knows no object of that name. A name is anything git understands, such as `HEAD:path`. */
  ask(name: string): Promise<GitObject | null> {
    if (/[\n\0]/.test(name) || name === "" || this.#child.exitCode !== null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin.write(`${name}\n`);
    });
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held < this.#needed) return;
    let rest = Buffer.concat(this.#pieces);
    for (;;) {
      const line = rest.indexOf(10);
      if (line < 0) {
        this.#needed = rest.length + 1;
        break;
      }
      const [, oid, type, size] = HEADER.exec(rest.toString("utf8", 0, line)) ?? [];
      const from = line + 1;
      const length = oid !== undefined && this.#withContent ? Number(size) : 0;
      const end = from + (oid !== undefined && this.#withContent ? length + 1 : 0);
      if (rest.length < end) {
        this.#needed = end;
        break;
      }
      const content = length === 0 ? NOTHING : rest.subarray(from, from + length);
      this.#waiting.shift()?.(
        oid === undefined ? null : { oid, type: type as ObjectType, size: Number(size), content },
      );
      rest = rest.subarray(end);
    }
    this.#pieces = [rest];
    this.#held = rest.length;
  }
}
