import type { Account, IssueComment } from "../../../lib/contracts/core/comment";

/** An activation comment as the producer writes it: bindings block, then envelope. */
export function activationBody(rows: unknown, kind: string, issue: number): string {
  const envelope = { squad_artifact: kind, schema_version: "1", origin_issue: issue, phases: [] };
  return [
    "## Plan activated",
    "",
    "Activation bindings:",
    "```json",
    // A missing value leaves the block empty.
    JSON.stringify(rows) ?? "",
    "```",
    "",
    "Structured data:",
    "```json",
    JSON.stringify(envelope, null, 2),
    "```",
    "",
  ].join("\n");
}

export const BOT: Account = { id: 41898282, type: "Bot", login: "github-actions[bot]" };

/** A comment that nobody edited, by a trusted author unless said otherwise. */
export function commentOf(body: string, more: Partial<IssueComment> = {}): IssueComment {
  const at = "2026-09-22T10:00:00Z";
  return { id: 22, author: BOT, createdAt: at, updatedAt: at, editor: null, body, ...more };
}
