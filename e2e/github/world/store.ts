import { git } from "./git";
import { Batch, type GitObject, type ObjectType } from "./batch";

/** What a file of a push becomes; null takes it away. */
export type Content =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly submodule: string }
  | { readonly executable: string | Uint8Array }
  /** A tree object that is there already, see `write`; at the path "" it becomes all there is. */
  | { readonly tree: string }
  | null;

export interface PushOptions {
  /** The date of the commit; by default a minute after the last one, so that equal pushes give equal names. */
  readonly at?: Date;
  /** The commit to build on instead of the branch's head, or "root" for a history without any. */
  readonly force?: string;
  /** The branch that moves; by default the one that HEAD names. */
  readonly branch?: string;
}

/** An entry of a tree. `mode` is octal, as git writes it; `raw` is the name's bytes, which need not be UTF-8. */
export interface TreeEntry {
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly name: string;
  readonly raw: Buffer;
  readonly oid: string;
}

const FIRST_PUSH = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** A bare git repository: what GitHub keeps of the pushes. */
export class GitStore {
  #batches: Partial<Record<"content" | "header", Batch>> = {};
  #queue: Promise<unknown> = Promise.resolve();
  #pushes = 0;
  #ended = false;

  constructor(readonly gitDir: string) {}

  read(name: string): Promise<GitObject | null> {
    if (this.#ended) return Promise.resolve(null);
    return (this.#batches.content ??= new Batch(this.gitDir, "content")).ask(name);
  }

  header(name: string): Promise<GitObject | null> {
    if (this.#ended) return Promise.resolve(null);
    return (this.#batches.header ??= new Batch(this.gitDir, "header")).ask(name);
  }

  /** The commit that HEAD, a branch, a tag, a full ref or an object name stands for, in GitHub's order. */
  async commitOf(ref: string): Promise<string | null> {
    if (/[\n\0:^~\s]|\.\.|@\{/.test(ref)) return null;
    const names = ref === "HEAD" ? ["HEAD"] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/${ref}`];
    if (/^[0-9a-f]{4,40}$/i.test(ref)) names.push(ref);
    for (const name of names) {
      const found = await this.header(`${name}^{commit}`);
      if (found !== null) return found.oid;
    }
    return null;
  }

  async branch(): Promise<string> {
    return (await git([`--git-dir=${this.gitDir}`, "symbolic-ref", "--short", "HEAD"])).toString().trim();
  }

  /** Null where the name stands for no tree. */
  async tree(name: string): Promise<readonly TreeEntry[] | null> {
    const found = await this.read(name);
    return found?.type === "tree" ? entriesOf(found.content) : null;
  }

  /** Writes one commit and moves the branch to it, in one step; pushes at the same time happen one after the other. */
  push(files: Readonly<Record<string, Content>>, options: PushOptions = {}): Promise<string> {
    const done = this.#queue.then(() => this.#push(files, options));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Puts an object into the repository whatever is in it, also a tree that git would refuse to make; a push can then hold it. */
  async write(type: ObjectType, content: string | Uint8Array): Promise<string> {
    const args = [`--git-dir=${this.gitDir}`, "hash-object", "-w", "--literally", "--stdin", "-t", type];
    return (await git(args, content)).toString().trim();
  }

  /** Points a ref at an object, or takes it away with null. */
  async point(ref: string, oid: string | null): Promise<void> {
    const args = oid === null ? ["update-ref", "-d", ref] : ["update-ref", ref, oid];
    await git([`--git-dir=${this.gitDir}`, ...args]);
  }

  /** Ends the git that waits for questions. Whoever still asks, because the server stopped under a request, finds nothing. */
  end(): void {
    this.#ended = true;
    for (const batch of Object.values(this.#batches)) batch.end();
    this.#batches = {};
  }

  async #push(files: Readonly<Record<string, Content>>, { at, force, branch }: PushOptions): Promise<string> {
    const ref = `refs/heads/${branch ?? (await this.branch())}`;
    const moment = at ?? new Date(FIRST_PUSH + this.#pushes * MINUTE);
    this.#pushes += 1;
    const parent = force === "root" ? null : (force ?? (await this.header(`${ref}^{commit}`))?.oid ?? null);
    const stamp = `Octo Person <octo-person@example.com> ${Math.floor(moment.getTime() / 1000)} +0000`;
    const parts: Uint8Array[] = [text(`commit ${ref}\nmark :1\nauthor ${stamp}\ncommitter ${stamp}\ndata 7\nChange\n`)];
    if (parent !== null) parts.push(text(`from ${parent}\n`));
    for (const [path, content] of Object.entries(files)) parts.push(...change(path, content));
    parts.push(text("\nget-mark :1\ndone\n"));
    const options = ["--quiet", "--force", "--done", "--date-format=raw"];
    const said = await git([`--git-dir=${this.gitDir}`, "fast-import", ...options], Buffer.concat(parts));
    return said.toString().trim();
  }
}

function change(path: string, content: Content): Uint8Array[] {
  const name = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
  if (content === null) return [text(`D ${name}\n`)];
  if (typeof content === "string" || content instanceof Uint8Array) return inline("100644", name, content);
  if ("link" in content) return inline("120000", name, content.link);
  if ("tree" in content) return [text(`M 040000 ${content.tree} ${path === "" ? '""' : name}\n`)];
  if ("submodule" in content) return [text(`M 160000 ${content.submodule} ${name}\n`)];
  return inline("100755", name, content.executable);
}

function inline(mode: string, name: string, content: string | Uint8Array): Uint8Array[] {
  const bytes = typeof content === "string" ? text(content) : content;
  return [text(`M ${mode} inline ${name}\ndata ${bytes.length}\n`), bytes, text("\n")];
}

function text(value: string): Uint8Array {
  return Buffer.from(value);
}

function entriesOf(content: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const nul = content.indexOf(0, space);
    const mode = content.toString("latin1", at, space).padStart(6, "0");
    const raw = content.subarray(space + 1, nul);
    const type = mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
    entries.push({ mode, type, name: raw.toString("utf8"), raw, oid: content.toString("hex", nul + 1, nul + 21) });
    at = nul + 21;
  }
  return entries;
}
