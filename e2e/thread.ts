/** Comments as GitHub's issue-comments call returns them, for threads that a test exports itself. */

interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}

export const ACTIONS: Account = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };

const AT = "2026-09-21T21:00:00Z";

export function comment(id: number, body: string, user: Account = ACTIONS, at = AT): Record<string, unknown> {
  return { id, user, body, created_at: at, updated_at: at };
}

/** A binding row of goal `origin`; what is given replaces or adds members. */
export function row(origin: number, more: Record<string, unknown>): Record<string, unknown> {
  return {
    binding_schema: "squad-work-agent-binding/v1",
    binding_version: 1,
    producer: "squad",
    repository: "owner/repository",
    origin_issue: origin,
    artifact: "activated",
    registry_schema: "squad-agent-provenance/v1",
    registry_revision: 4,
    epic: "1.1",
    epic_issue: `#${origin}01`,
    ...more,
  };
}

/** The text of an activation comment with these rows. */
export function activation(origin: number, rows: readonly unknown[]): string {
  const envelope = { squad_artifact: "activated", schema_version: "1", origin_issue: origin, phases: [] };
  return [
    "## Plan activated",
    `Activation bindings:\n\`\`\`json\n${JSON.stringify(rows, null, 2)}\n\`\`\``,
    `Structured data:\n\`\`\`json\n${JSON.stringify(envelope, null, 2)}\n\`\`\``,
  ].join("\n\n");
}

/** An issue as GitHub's issues call returns it, with an assignee and a label that must never be read. */
export function issue(number: number, title: string, state = "open"): Record<string, unknown> {
  return {
    number,
    title,
    state,
    assignees: [{ login: "not-the-agent", id: 7, type: "User" }],
    labels: [{ name: "squad:nobody" }],
  };
}
