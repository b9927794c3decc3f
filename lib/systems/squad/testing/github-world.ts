import { ACTIONS, faults, type Account, type Entry, type Fault } from "../../../../e2e/github";
import { record, registryOf, type TestRow } from "../test-squad";
import { artifact, MAINTAINER, REGISTRY, STRANGER, type GitHubSquad } from "./github-squad";
import { kindOf, type Kind } from "./kinds";

export const GOALS = [45, 46, 47] as const;
export const AGENTS = ["alpha-agent", "beta-agent", "gamma-agent"] as const;
type Agent = (typeof AGENTS)[number];

/** Who resolves to what: `#451` to an agent. */
export type Resolved = Readonly<Record<string, string>>;
export type Registry = { readonly revision: number; readonly agents: readonly string[] };
/** What counts in one thread: rows of an artifact that holds, under one revision. */
export type Rows = { readonly revision: number; readonly rows: readonly TestRow[] };

export type Action =
  /** `by`: how far the revision moves; 0 publishes it twice. */
  | { readonly do: "push"; readonly what: RegistryKind; readonly by: number; readonly agents: readonly Agent[] }
  | { readonly do: "comment"; readonly goal: number; readonly by: "trusted" | "stranger"; readonly text: Text }
  | { readonly do: "edit"; readonly which: number; readonly by: keyof typeof EDITORS; readonly text: Text }
  | { readonly do: "delete"; readonly which: number }
  | { readonly do: "delete-issue"; readonly goal: number }
  | { readonly do: "fault"; readonly kind: Kind; readonly fault: number; readonly times: number }
  | { readonly do: "limit"; readonly core: number; readonly graphql: number }
  | { readonly do: "clock"; readonly millis: number }
  | { readonly do: "token"; readonly token: "token-one" | "token-two" }
  | { readonly do: "rename" }
  | { readonly do: "replace"; readonly agents: readonly Agent[] }
  | { readonly do: "heal" }
  | { readonly do: "look" };

export const REGISTRY_KINDS = ["complete", "partial", "refused", "legacy", "missing", "link"] as const;
type RegistryKind = (typeof REGISTRY_KINDS)[number];

export interface Text {
  readonly kind: "valid" | "refused" | "pre-provenance" | "other kind" | "talk";
  readonly revision: number;
  readonly agents: readonly [Agent, Agent];
  /** Whether the bindings name the repository as it is called now. */
  readonly named: boolean;
}

export const EDITORS = { trusted: ACTIONS, maintainer: MAINTAINER, ghost: null } as const;

export const FAULTS: readonly (() => Fault)[] = [
  () => faults.serverError(502),
  () => faults.cut(),
  () => faults.truncated(),
  () => faults.html(),
  () => faults.empty(),
  () => faults.redirect("https://example.org/"),
  () => faults.graphqlErrors(),
  () => faults.secondaryLimit({ retryAfter: 120 }),
  () => faults.primaryLimit({ resetIn: 900 }),
  ...[401, 403, 404, 410, 451].map((code) => () => faults.status(code)),
];

interface Written {
  readonly id: number;
  readonly goal: number;
  readonly trusted: boolean;
  text: Text;
  /** `owner/name` that its bindings name. */
  name: string;
  readonly createdAt: number;
  updatedAt: number;
  editor: keyof typeof EDITORS | null;
}

/** What is at GitHub: told what to do, it does so, and says what is true. It knows nothing of how Muster reads. */
export class GitHubWorld {
  registry: Registry | null = null;
  private comments: Written[] = [];
  private readonly issues = new Set<number>();
  private nonce = 0;
  /** The last that was published. */
  private revision = 4;
  private readonly first: string;

  constructor(private readonly squad: GitHubSquad) {
    this.first = squad.repository.fullName;
    this.addIssues();
  }

  get id(): number {
    return this.squad.repository.id;
  }

  get isReadable(): boolean {
    return this.squad.token === "token-one";
  }

  /** What the thread of a goal says now; null: nothing that could resolve. */
  rowsOf(goal: number): Rows | null {
    if (!this.issues.has(goal)) return null;
    const artifacts = this.comments.filter((one) => one.goal === goal && one.trusted && isArtifact(one.text));
    const newest = Math.max(...artifacts.map(({ createdAt }) => createdAt));
    const counting = artifacts.filter(({ createdAt }) => createdAt === newest);
    const [one] = counting;
    if (one === undefined || counting.length > 1) return null;
    if (one.text.kind !== "valid" || one.name !== this.squad.repository.fullName || isRefusedAsEdited(one)) return null;
    return { revision: one.text.revision, rows: rowsFor(goal, one.text) };
  }

  async act(action: Exclude<Action, { do: "look" }>): Promise<void> {
    const { squad } = this;
    switch (action.do) {
      case "push":
        return this.push(action.what, Math.max(1, this.revision + action.by), action.agents);
      case "comment":
        if (this.issues.has(action.goal))
          this.write(action.goal, action.by === "trusted" ? ACTIONS : STRANGER, action.text);
        return;
      case "edit":
        return this.edit(action.which, action.by, action.text);
      case "delete": {
        const one = this.pick(action.which);
        if (one === undefined) return;
        squad.repository.deleteComment(one.id);
        this.comments = this.comments.filter((other) => other !== one);
        return;
      }
      case "delete-issue":
        if (this.issues.delete(action.goal)) squad.repository.deleteIssue(action.goal);
        this.comments = this.comments.filter(({ goal }) => goal !== action.goal);
        return;
      case "fault": {
        const fault = (FAULTS[action.fault % FAULTS.length] as () => Fault)();
        // Errors inside an answer are GraphQL's alone.
        const meant = (entry: Entry) =>
          kindOf(entry) === action.kind && (entry.body !== null || fault.name !== "GraphQL errors");
        squad.github.inject({ match: meant, fault, times: action.times });
        return;
      }
      case "limit": {
        const of = (remaining: number) => ({ limit: 5_000, remaining });
        squad.github.setLimit({ core: of(action.core), graphql: of(action.graphql) });
        return;
      }
      case "clock":
        return squad.tick(action.millis);
      case "token":
        squad.token = action.token;
        return;
      case "rename":
        this.nonce += 1;
        squad.repository.rename(`${this.first}-${this.nonce}`);
        return;
      case "replace":
        return this.replace(action.agents);
      case "heal":
        squad.github.heal();
        squad.github.setLimit({
          core: { limit: 5_000, remaining: 5_000 },
          graphql: { limit: 5_000, remaining: 5_000 },
        });
        // Past every time that a limit named.
        return squad.tick(70 * 60_000);
    }
  }

  private addIssues(): void {
    for (const goal of GOALS) {
      this.squad.repository.addIssue({ number: goal, title: `Goal ${goal}` });
      this.issues.add(goal);
    }
  }

  private async push(what: RegistryKind, revision: number, agents: readonly Agent[]): Promise<void> {
    const records = Object.fromEntries(agents.map((id) => [id, record(id.replace("-", " "))]));
    const whole = { ...registryOf(records), revision };
    const content = {
      complete: JSON.stringify(whole),
      partial: JSON.stringify({ ...whole, agents: { ...records, "bad-agent": {} } }),
      refused: JSON.stringify({ ...whole, revision: 0 }),
      legacy: JSON.stringify({ agents: records }),
      missing: null,
      link: { link: "elsewhere.json" },
    }[what];
    await this.squad.repository.push({ [REGISTRY]: content, "README.md": `${(this.nonce += 1)}` });
    this.revision = revision;
    this.registry = what === "complete" ? { revision, agents } : null;
  }

  private write(goal: number, author: Account, text: Text): void {
    const { name, body } = this.bodyOf(goal, text);
    const id = this.squad.repository.addComment(goal, body, { author });
    const at = Math.floor(this.squad.now / 1_000);
    const trusted = author === ACTIONS;
    this.comments.push({ id, goal, trusted, text, name, createdAt: at, updatedAt: at, editor: null });
  }

  private edit(which: number, by: keyof typeof EDITORS, text: Text): void {
    const one = this.pick(which);
    if (one === undefined) return;
    const { name, body } = this.bodyOf(one.goal, text);
    this.squad.repository.editComment(one.id, body, { editor: EDITORS[by] });
    Object.assign(one, { text, name, editor: by, updatedAt: Math.floor(this.squad.now / 1_000) });
  }

  private pick(which: number): Written | undefined {
    return this.comments[which % Math.max(1, this.comments.length)];
  }

  private async replace(agents: readonly Agent[]): Promise<void> {
    const { squad } = this;
    const old = squad.repository;
    if (old.fullName === this.first) squad.repository = old.replace();
    else squad.repository = squad.github.addRepository(this.first, { private: true });
    old.git.end();
    this.comments = [];
    this.issues.clear();
    this.addIssues();
    await this.push("complete", 9, agents);
    for (const goal of GOALS) {
      const [agent] = agents;
      if (agent !== undefined)
        this.write(goal, ACTIONS, { kind: "valid", revision: 1, agents: [agent, agent], named: true });
    }
  }

  private bodyOf(goal: number, text: Text): { readonly name: string; readonly body: string } {
    this.nonce += 1;
    const name = text.named ? this.squad.repository.fullName : "owner/another";
    const whole = artifact(goal, rowsFor(goal, text))
      .replaceAll("owner/repository", name)
      .replaceAll('"registry_revision":4', `"registry_revision":${text.revision}`);
    const envelope = (kind: string) =>
      `Structured data:\n\`\`\`json\n${JSON.stringify({ squad_artifact: kind, schema_version: "1", origin_issue: goal, phases: [] })}\n\`\`\`\n`;
    const body = {
      valid: whole,
      refused: whole.replaceAll('"binding_version":1', '"binding_version":2'),
      "pre-provenance": envelope("activated"),
      "other kind": envelope("plan-proposed"),
      talk: "I think that is good.",
    }[text.kind];
    // No two texts are the same, as no two comments of people are.
    return { name, body: `Note ${this.nonce}\n\n${body}` };
  }
}

function rowsFor(goal: number, { agents }: Text): readonly TestRow[] {
  return agents.map((agent, index) => ({ task: `1.${index + 1}`, issue: goal * 10 + index + 1, agent }));
}

function isArtifact({ kind }: Text): boolean {
  return kind === "valid" || kind === "refused" || kind === "pre-provenance";
}

/** An edit by nobody that is named shows only where the times differ. */
function isRefusedAsEdited({ editor, createdAt, updatedAt }: Written): boolean {
  return editor === "maintainer" || (editor === "ghost" && updatedAt > createdAt);
}
