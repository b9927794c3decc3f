import type { Account, IssueComment } from "../../core/comment";
import type { Diagnostic } from "../../core/diagnostic";
import { readActivation } from "../activation";
import { DEFAULT_TRUST, type ActivationContext, type ActivationVerdict, type Artifact } from "../activation-types";
import { readRegistry } from "../registry";
import type { AgentStatus, Registry } from "../registry-types";

/** Building blocks for tests: a repository `owner/repository` whose goal #45 is activated by a trusted bot. */
export type Row = Record<string, unknown>;

export const context: ActivationContext = { repository: "owner/repository", issue: 45, trust: DEFAULT_TRUST };
export const bot: Account = { id: 41898282, type: "Bot", login: "github-actions[bot]" };
export const stranger: Account = { id: 7, type: "User", login: "github-actions[bot]" };

export const row = (changes: Row = {}): Row => ({
  binding_schema: "squad-work-agent-binding/v1",
  binding_version: 1,
  producer: "squad",
  repository: "owner/repository",
  origin_issue: 45,
  artifact: "activated",
  registry_schema: "squad-agent-provenance/v1",
  registry_revision: 4,
  task: "1",
  issue: "#101",
  epic: "1.1",
  epic_issue: "#100",
  agent_id: "runtime-engineer",
  epic_agent_ids: ["runtime-engineer"],
  ...changes,
});

export const without = (members: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

export const envelope = (changes: Row = {}): Row => ({
  squad_artifact: "activated",
  schema_version: "1",
  origin_issue: 45,
  phases: [],
  ...changes,
});

export const fence = (text: string, info = "json"): string => ["```" + info, text, "```", ""].join("\n");
export const bindingsBlock = (rows: unknown, indent?: number): string =>
  `Activation bindings:\n${fence(typeof rows === "string" ? rows : JSON.stringify(rows, null, indent))}`;
export const envelopeBlock = (value: unknown = envelope()): string =>
  `Structured data:\n${fence(typeof value === "string" ? value : JSON.stringify(value))}`;

/** A comment as the producer writes it: heading, bindings, envelope. */
export const bodyOf = (rows: unknown, value: unknown = envelope()): string =>
  `## Plan activated\n\n${bindingsBlock(rows)}\n${envelopeBlock(value)}`;

export const comment = (body: string, changes: Partial<IssueComment> = {}): IssueComment => ({
  id: 22,
  author: bot,
  createdAt: "2026-09-22T10:00:00Z",
  updatedAt: "2026-09-22T10:00:00Z",
  editor: null,
  body,
  ...changes,
});

export const read = (
  body: string,
  changes: Partial<IssueComment> = {},
  more: Partial<ActivationContext> = {},
): ActivationVerdict => readActivation(comment(body, changes), { ...context, ...more });

/** "code pointer" of every finding, in order. */
export const findings = (verdict: { readonly diagnostics: readonly Diagnostic[] }): string[] =>
  verdict.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);

/** The artifact of rows that must hold. */
export function artifactOf(
  rows: readonly Row[],
  changes: Partial<IssueComment> = {},
  more: Partial<ActivationContext> = {},
): Artifact {
  const issue = more.issue ?? context.issue;
  const named = rows.map((each) => ({ ...each, origin_issue: issue }));
  const verdict = read(bodyOf(named, envelope({ origin_issue: issue })), changes, more);
  if (verdict.verdict !== "accepted") throw new Error(`not accepted: ${findings(verdict).join(", ")}`);
  return verdict.artifact;
}

/** A complete registry of agents by ID. */
export function registryOf(agents: Readonly<Record<string, AgentStatus>>, revision = 4): Registry {
  const at = "2026-09-20T20:00:00.000Z";
  const records = Object.entries(agents).map(([id, status]) => {
    const names = {
      display_name: `Name of ${id}`,
      persistent_name: `Name of ${id}`,
      role: "Engineer",
      universe: "descriptive",
    };
    const retired = status === "retired" ? { retired_at: at } : {};
    return [id, { ...names, status, created_at: at, updated_at: at, ...retired }];
  });
  const root = { schema: "squad-agent-provenance/v1", schema_version: 1, revision, generated_at: at };
  const text = JSON.stringify({ ...root, agents: Object.fromEntries(records) });
  const verdict = readRegistry(new TextEncoder().encode(text));
  if (verdict.verdict !== "complete") throw new Error(`the registry is ${verdict.verdict}`);
  return verdict.registry;
}
