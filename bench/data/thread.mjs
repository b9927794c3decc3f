import { makeBindings } from "./bindings.mjs";

/** As many rows as fit into a comment beside the rest. */
export const ROWS_A_GOAL = 120;

/** An exported thread whose one comment activates a goal: the array that GitHub's issue-comments call returns. */
export function makeThread(repository, issue, ids, number) {
  const target = { repository, origin: issue, revision: 4, first: 100_000 + number * 10_000 };
  const rows = makeBindings(ROWS_A_GOAL, ids, target).map((row) => JSON.stringify(row));
  const envelope = { squad_artifact: "activated", schema_version: "1", origin_issue: issue, phases: [] };
  const body = [
    "## Plan Activated",
    fenced("Activation bindings:", `[\n${rows.join(",\n")}\n]`),
    fenced("Structured data:", JSON.stringify(envelope, null, 2)),
  ].join("\n\n");
  const time = "2026-06-01T08:00:00Z";
  const user = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };
  return [{ id: 5_000_000 + number, user, created_at: time, updated_at: time, body }];
}

function fenced(label, text) {
  return `${label}\n\`\`\`json\n${text}\n\`\`\``;
}
