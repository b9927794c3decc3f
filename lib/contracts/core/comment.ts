/** An account as a source states it. Authorship is authenticity here, never identity. */
export interface Account {
  readonly id: number | null;
  readonly type: string | null;
  /** Shown beside the number, never compared. */
  readonly login: string | null;
}

/** One issue comment as a source gives it. */
export interface IssueComment {
  readonly id: number;
  /** null: the source names no author (a deleted account). */
  readonly author: Account | null;
  /** As written by the source. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The last editor, where the source names one; null: not named. */
  readonly editor: Account | null;
  readonly body: string;
}
