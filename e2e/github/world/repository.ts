import { PERSON } from "./accounts";
import { wholeSecond, type Clock } from "./clock";
import type { Comment, Edit, Issue, NewComment, NewIssue } from "./conversation";
import { nodeId } from "./node-id";
import { GitStore, type Content, type PushOptions } from "./store";

/** What a repository needs of the server that it is on. */
export interface Host {
  readonly clock: Clock;
  /** A fresh id, above every one given so far; a wanted one is kept and counted. */
  nextId(kind: "comment" | "issue", wanted?: number): number;
  rename(repository: Repository, fullName: string): void;
  replace(repository: Repository, options: RepositoryOptions): Repository;
  remove(repository: Repository): void;
}

export interface RepositoryOptions {
  readonly id?: number;
  readonly private?: boolean;
  readonly archived?: boolean;
  /** An existing bare repository, read and pushed to where it is; without it an empty one is made. */
  readonly gitDir?: string;
  /** An existing bare repository that is copied, so that pushes leave it alone. */
  readonly copyOf?: string;
}

/** A repository of the emulated server: its git objects, its issues, and everything a test does to it. */
export class Repository {
  readonly issues = new Map<number, Issue>();
  /** Numbers whose issue was deleted: GitHub answers 410 for them, and 404 for those that never were. */
  readonly deletedIssues = new Set<number>();
  readonly git: GitStore;
  readonly private: boolean;
  issuesEnabled = true;
  archived: boolean;
  #fullName: string;
  readonly #host: Host;
  readonly #nodes = new Map<string, number>();

  constructor(
    host: Host,
    fullName: string,
    readonly id: number,
    options: { gitDir: string; private: boolean; archived: boolean },
  ) {
    this.#host = host;
    this.#fullName = fullName;
    this.git = new GitStore(options.gitDir);
    this.private = options.private;
    this.archived = options.archived;
  }

  get fullName(): string {
    return this.#fullName;
  }

  get nodeId(): string {
    return nodeId("R", this.id);
  }

  /** Commits these files onto the default branch and gives the commit's name. */
  push(files: Readonly<Record<string, Content>>, options: PushOptions = {}): Promise<string> {
    return this.git.push(files, options);
  }

  /** The head of the default branch; rejects where there is none yet. */
  async sha(): Promise<string> {
    const head = await this.git.commitOf("HEAD");
    if (head === null) throw new Error(`${this.fullName} is empty`);
    return head;
  }

  addIssue(issue: NewIssue): number {
    const number = issue.number ?? Math.max(0, ...this.issues.keys(), ...this.deletedIssues) + 1;
    if (this.issues.has(number)) throw new Error(`${this.fullName}#${number} is there already`);
    const at = wholeSecond(issue.at ?? this.#host.clock.now());
    this.deletedIssues.delete(number);
    this.issues.set(number, {
      id: this.#host.nextId("issue"),
      number,
      title: issue.title,
      state: issue.state ?? "open",
      pullRequest: issue.pullRequest ?? false,
      author: issue.author === undefined ? PERSON : issue.author,
      assignees: issue.assignees ?? [],
      createdAt: at,
      updatedAt: at,
      comments: new Map(),
    });
    return number;
  }

  editIssue(number: number, change: { readonly title?: string; readonly state?: "open" | "closed" }): void {
    Object.assign(this.issue(number), change, { updatedAt: wholeSecond(this.#host.clock.now()) });
  }

  deleteIssue(number: number): void {
    this.issue(number);
    this.issues.delete(number);
    this.deletedIssues.add(number);
  }

  addComment(number: number, body: string, options: NewComment = {}): number {
    const issue = this.issue(number);
    const id = this.#host.nextId("comment", options.id);
    const at = wholeSecond(options.at ?? this.#host.clock.now());
    const author = options.author === undefined ? PERSON : options.author;
    const whole = { id, nodeId: nodeId("IC", this.id, id), issue, author, body };
    const comment = { ...whole, createdAt: at, updatedAt: at, edited: null };
    issue.comments.set(id, comment);
    this.#nodes.set(comment.nodeId, id);
    return id;
  }

  editComment(id: number, body: string, options: Edit = {}): void {
    const comment = this.comment(id);
    if (comment === undefined) throw new Error(`${this.fullName} has no comment ${id}`);
    const at = wholeSecond(options.at ?? this.#host.clock.now());
    comment.body = body;
    comment.updatedAt = at;
    comment.edited = { by: options.editor === undefined ? comment.author : options.editor, at };
  }

  deleteComment(id: number): void {
    if (!this.comment(id)?.issue.comments.delete(id)) throw new Error(`${this.fullName} has no comment ${id}`);
  }

  comment(id: number): Comment | undefined {
    for (const issue of this.issues.values()) {
      const comment = issue.comments.get(id);
      if (comment !== undefined) return comment;
    }
    return undefined;
  }

  commentByNode(node: string): Comment | undefined {
    const id = this.#nodes.get(node);
    return id === undefined ? undefined : this.comment(id);
  }

  /** Every comment there is, in the order of the ids. */
  comments(): readonly Comment[] {
    return [...this.issues.values()].flatMap((issue) => [...issue.comments.values()]).sort((a, b) => a.id - b.id);
  }

  /** Gives it another name; the old one then leads here, until another repository takes it. */
  rename(fullName: string): void {
    this.#host.rename(this, fullName);
    this.#fullName = fullName;
  }

  /** Puts another repository in its place, with an id of its own. This one is gone. */
  replace(options: RepositoryOptions = {}): Repository {
    return this.#host.replace(this, options);
  }

  remove(): void {
    this.#host.remove(this);
  }

  setIssues(enabled: boolean): void {
    this.issuesEnabled = enabled;
  }

  private issue(number: number): Issue {
    const issue = this.issues.get(number);
    if (issue === undefined) throw new Error(`${this.fullName} has no issue ${number}`);
    return issue;
  }
}
