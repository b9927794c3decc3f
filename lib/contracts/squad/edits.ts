import type { IssueComment } from "../core/comment";
import { diagnose, type Diagnostic } from "../core/diagnostic";
import { compareInstants, readInstant } from "../core/time";
import type { TrustedAccount } from "./activation-types";
import { WHOLE_COMMENT } from "./comment-pointer";
import { COMMENT_TIME_UNREADABLE, EDITED_BY_UNTRUSTED, EDITED_EDITOR_UNKNOWN } from "./comment-rules";
import { isTrusted } from "./trust";

/**
 * Whether a trusted account's artifact still is its own: "Edited by an account that is not trusted: refused as edited; edited (updated
 * after creation) with the editor not named by the source: refused as edited, editor unknown." Times are compared as instants; one
 * that cannot be read proves nothing, so it refuses too.
 * @returns null where the artifact stands
 */
export function judgeEdit(comment: IssueComment, trust: readonly TrustedAccount[]): Diagnostic | null {
  const created = readInstant(comment.createdAt);
  const updated = readInstant(comment.updatedAt);
  if (created === null || updated === null) {
    const [written, what] = created === null ? [comment.createdAt, "made"] : [comment.updatedAt, "last changed"];
    const message = `The time at which the comment was ${what} cannot be read.`;
    return diagnose(COMMENT_TIME_UNREADABLE, WHOLE_COMMENT, message, { value: written });
  }
  // A source that names an editor says that there was an edit, whatever its times say.
  if (comment.editor !== null) {
    if (isTrusted(comment.editor, trust)) return null;
    const message = "The comment was edited after it was made, by an account that is not trusted.";
    return diagnose(EDITED_BY_UNTRUSTED, WHOLE_COMMENT, message, { value: comment.editor });
  }
  if (compareInstants(updated, created) <= 0) return null;
  const message = "The comment was edited after it was made, and the source does not say by whom.";
  return diagnose(EDITED_EDITOR_UNKNOWN, WHOLE_COMMENT, message, { value: comment.updatedAt });
}
