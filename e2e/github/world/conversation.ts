import type { Account } from "./accounts";

export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  state: "open" | "closed";
  readonly pullRequest: boolean;
  readonly author: Account | null;
  readonly assignees: readonly Account[];
  readonly createdAt: Date;
  updatedAt: Date;
  readonly comments: Map<number, Comment>;
}

/** A comment of an issue or a pull request. `edited` is null until the first edit; an edit's `by` is null where GitHub names no editor. */
export interface Comment {
  readonly id: number;
  readonly nodeId: string;
  readonly issue: Issue;
  readonly author: Account | null;
  body: string;
  readonly createdAt: Date;
  updatedAt: Date;
  edited: { by: Account | null; at: Date } | null;
}

export interface NewIssue {
  /** By default the next free one. */
  readonly number?: number;
  readonly title: string;
  readonly state?: "open" | "closed";
  readonly assignees?: readonly Account[];
  readonly pullRequest?: boolean;
  readonly author?: Account | null;
  readonly at?: Date;
}

export interface NewComment {
  /** By default a person; null for an account that is gone. */
  readonly author?: Account | null;
  readonly at?: Date;
  /** By default the next one of the server. */
  readonly id?: number;
}

export interface Edit {
  /** By default the author; null where GitHub names nobody. */
  readonly editor?: Account | null;
  readonly at?: Date;
}
