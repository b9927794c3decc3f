import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Clock } from "./clock";
import type { Comment } from "./conversation";
import { initBare } from "./git";
import { Repository, type Host, type RepositoryOptions } from "./repository";

/** Ids of comments on github.com passed 2^31 some time ago: a reader that keeps them in 32 bits must fail here too. */
const FIRST = { comment: 2 ** 31 + 752_516_353, issue: 2 ** 31 + 855_000_000, repository: 1_200_000_000 };

/** Everything that the emulated server knows, apart from who may see it. */
export class World implements Host {
  readonly clock = new Clock();
  readonly #byName = new Map<string, Repository>();
  readonly #oldNames = new Map<string, Repository>();
  readonly #byId = new Map<number, Repository>();
  readonly #ids = { ...FIRST };
  readonly #retired: Repository[] = [];
  #folder: string | null = null;

  add(fullName: string, options: RepositoryOptions = {}): Repository {
    if (!/^[\w.-]+\/[\w.-]+$/.test(fullName)) throw new Error(`"${fullName}" is no owner/name`);
    if (this.#byName.has(fullName.toLowerCase())) throw new Error(`${fullName} is there already`);
    const id = options.id ?? (this.#ids.repository += 1);
    if (this.#byId.has(id)) throw new Error(`a repository has the id ${id} already`);
    const whole = { gitDir: options.gitDir ?? this.#bare(id, options.copyOf), private: options.private ?? false };
    const repository = new Repository(this, fullName, id, { ...whole, archived: options.archived ?? false });
    this.#byName.set(fullName.toLowerCase(), repository);
    this.#oldNames.delete(fullName.toLowerCase());
    this.#byId.set(id, repository);
    return repository;
  }

  /** The repository of that name; `moved` where it has another one by now. */
  find(fullName: string): { readonly repository: Repository; readonly moved: boolean } | null {
    const repository = this.#byName.get(fullName.toLowerCase());
    if (repository !== undefined) return { repository, moved: false };
    const old = this.#oldNames.get(fullName.toLowerCase());
    return old === undefined ? null : { repository: old, moved: true };
  }

  /** The full names of all repositories. */
  names(): string[] {
    return [...this.#byName.values()].map(({ fullName }) => fullName);
  }

  byId(id: number): Repository | null {
    return this.#byId.get(id) ?? null;
  }

  /** Every name that leads to this repository. */
  namesOf(repository: Repository): readonly string[] {
    const names = [...this.#byName, ...this.#oldNames];
    return names.flatMap(([name, other]) => (other === repository ? [name] : []));
  }

  commentByNode(nodeId: string): { readonly repository: Repository; readonly comment: Comment } | null {
    for (const repository of this.#byId.values()) {
      const comment = repository.commentByNode(nodeId);
      if (comment !== undefined) return { repository, comment };
    }
    return null;
  }

  nextId(kind: "comment" | "issue", wanted?: number): number {
    if (wanted === undefined) return (this.#ids[kind] += 1);
    for (const repository of this.#byId.values())
      if (kind === "comment" && repository.comment(wanted)) throw new Error(`comment ${wanted} is there already`);
    this.#ids[kind] = Math.max(this.#ids[kind], wanted);
    return wanted;
  }

  rename(repository: Repository, fullName: string): void {
    if (this.#byName.has(fullName.toLowerCase())) throw new Error(`${fullName} is there already`);
    this.#byName.delete(repository.fullName.toLowerCase());
    this.#oldNames.set(repository.fullName.toLowerCase(), repository);
    this.#oldNames.delete(fullName.toLowerCase());
    this.#byName.set(fullName.toLowerCase(), repository);
  }

  replace(repository: Repository, options: RepositoryOptions): Repository {
    const { fullName } = repository;
    this.remove(repository);
    return this.add(fullName, { private: repository.private, ...options });
  }

  remove(repository: Repository): void {
    for (const names of [this.#byName, this.#oldNames])
      for (const [name, other] of [...names]) if (other === repository) names.delete(name);
    this.#byId.delete(repository.id);
    this.#retired.push(repository);
  }

  /** Ends every git that still runs and removes the repositories that were made here. */
  end(): void {
    for (const repository of [...this.#byId.values(), ...this.#retired]) repository.git.end();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }

  #bare(id: number, copyOf: string | undefined): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), "muster-github-"));
    const folder = join(this.#folder, `${id}.git`);
    if (copyOf === undefined) {
      mkdirSync(folder);
      initBare(folder);
    } else cpSync(copyOf, folder, { recursive: true });
    return folder;
  }
}
