import { createHash } from "node:crypto";
import { REGISTRY } from "@/lib/systems/squad/testing/github-squad";
import { record, registryOf } from "@/lib/systems/squad/test-squad";
import type { GitHub, Repository } from "../../../../e2e/github";

/** One push that a person or a program may make. */
export const CHANGES = [
  ...["rename", "add", "retire", "reactivate", "jump"],
  ...["rewind", "reuse", "gone", "role", "created"],
  ...["partial", "refused", "legacy", "missing", "again", "replace"],
] as const;
export type Change = (typeof CHANGES)[number];

export interface Agent {
  readonly name: string;
  readonly role: string;
  readonly createdAt: string;
  readonly status: "active" | "retired";
}

/** What is at the registry's place. `sha256` null: nothing is. */
export interface Published {
  readonly kind: "complete" | "partial" | "refused" | "legacy" | "missing";
  readonly id: number;
  readonly revision: number;
  readonly agents: Readonly<Record<string, Agent>>;
  readonly sha256: string | null;
}

const CREATED = "2026-09-20T20:00:00Z";
const EARLIER = "2026-09-19T20:00:00Z";
const FIRST = Date.parse("2026-09-21T20:00:00Z");
const MINUTE = 60_000;

/** What one repository at GitHub is: told what to do it does so, and says what is true. It knows nothing of how Muster reads. */
export class World {
  /** What is there now. */
  now: Published;
  /** The last complete registry, which the next push is made from. */
  private whole: Published;
  private commits: { readonly sha: string; readonly published: Published }[] = [];
  private count = 0;
  private old: Repository[] = [];

  private constructor(
    readonly github: GitHub,
    readonly name: string,
    private repository: Repository,
  ) {
    const agents = { "agent-a": agent("A"), "agent-b": agent("B") };
    this.whole = { kind: "complete", id: repository.id, revision: 4, agents, sha256: null };
    this.now = { ...this.whole, kind: "missing" };
  }

  /** A private repository with a whole registry at revision 4. */
  static async start(github: GitHub, name: string): Promise<World> {
    const world = new World(github, name, github.addRepository(name, { private: true }));
    await world.publish("complete", world.whole.agents, 4);
    return world;
  }

  /** Does it; `which` chooses an agent or an earlier commit. */
  async push(change: Change, which: number): Promise<void> {
    const { agents, revision } = this.whole;
    const ids = Object.keys(agents);
    const id = ids[which % ids.length] ?? "agent-a";
    const one = agents[id] ?? agent("A");
    const next = `${one.name[0]} ${(this.count += 1)}`;
    const put = (more: Partial<Agent>, by = 1) =>
      this.publish("complete", { ...agents, [id]: { ...one, ...more } }, revision + by);
    switch (change) {
      case "rename":
        return put({ name: next });
      case "jump":
        return put({ name: next }, 3);
      case "reuse":
        return put({ name: next }, 0);
      case "retire":
        return put({ status: "retired" });
      case "reactivate":
        return put({ status: "active" });
      case "role":
        return put({ role: one.role === "engineer" ? "reviewer" : "engineer" });
      case "created":
        return put({ createdAt: one.createdAt === CREATED ? EARLIER : CREATED });
      case "add":
        return this.publish("complete", { ...agents, [`agent-${this.count}`]: agent(`N ${this.count}`) }, revision + 1);
      case "gone": {
        const rest = Object.fromEntries(Object.entries(agents).filter(([other]) => other !== id));
        return this.publish("complete", ids.length > 1 ? rest : agents, revision + 1);
      }
      case "rewind":
        return this.rewind(which);
      case "replace":
        return this.replace(revision);
      case "again":
        return this.publish("complete", agents, revision, this.whole);
      default:
        return this.publish(change, agents, revision);
    }
  }

  /** Ends what runs for it. */
  remove(): void {
    for (const repository of [...this.old, this.repository]) repository.git.end();
    this.repository.remove();
  }

  private async rewind(which: number): Promise<void> {
    const to = this.commits[which % this.commits.length];
    if (to === undefined) return;
    await this.repository.git.point("refs/heads/main", to.sha);
    this.now = to.published;
    if (this.now.kind === "complete") this.whole = this.now;
  }

  private async replace(revision: number): Promise<void> {
    this.old.push(this.repository);
    this.repository = this.repository.replace({ private: true });
    this.commits = [];
    await this.publish("complete", this.whole.agents, revision + 1);
  }

  /** @param same what is published once more, byte for byte */
  private async publish(
    kind: Published["kind"],
    agents: Published["agents"],
    revision: number,
    same: Published | null = null,
  ): Promise<void> {
    const at = new Date(FIRST + (this.count += 1) * MINUTE).toISOString();
    const text = same === null ? contentOf(kind, agents, revision, at) : (this.texts.get(same.sha256 ?? "") ?? null);
    const sha256 = text === null ? null : createHash("sha256").update(text).digest("hex");
    if (text !== null) this.texts.set(sha256 ?? "", text);
    const sha = await this.repository.push({ [REGISTRY]: text, "README.md": `${this.count}` });
    this.now = { kind, id: this.repository.id, revision, agents, sha256 };
    this.commits.push({ sha, published: this.now });
    if (kind === "complete") this.whole = this.now;
  }

  private readonly texts = new Map<string, string>();
}

function agent(name: string): Agent {
  return { name, role: "engineer", createdAt: CREATED, status: "active" };
}

function contentOf(kind: Published["kind"], agents: Published["agents"], revision: number, at: string): string | null {
  const records = Object.fromEntries(
    Object.entries(agents).map(([id, { name, role, createdAt, status }]) => [
      id,
      record(name, {
        ...{ role, created_at: createdAt, updated_at: at, status },
        ...(status === "retired" ? { retired_at: at } : {}),
      }),
    ]),
  );
  const whole = { ...registryOf(records), revision, generated_at: at };
  switch (kind) {
    case "complete":
      return JSON.stringify(whole);
    case "partial":
      return JSON.stringify({ ...whole, agents: { ...records, "bad-agent": {} } });
    case "refused":
      return JSON.stringify({ ...whole, revision: 0 });
    case "legacy":
      return JSON.stringify({ agents: records });
    case "missing":
      return null;
  }
}

/**
 * Whether a registry may not follow the last accepted one: "another numeric repository ID under the same name; lower revision than accepted
 * before; same revision, other bytes; an ID gone; `role` or `created_at` changed". Said once more here, in few words, as what the real rules
 * are held to.
 * @param accepted `sha256` null: another repository was accepted, and nothing of it was read yet
 */
export function isForbidden(accepted: Published | null, next: Published): boolean {
  if (accepted === null) return false;
  if (accepted.id !== next.id) return true;
  if (accepted.sha256 === null || accepted.sha256 === next.sha256) return false;
  if (next.revision <= accepted.revision) return true;
  return Object.entries(accepted.agents).some(([id, { role, createdAt }]) => {
    const after = next.agents[id];
    return after === undefined || after.role !== role || after.createdAt !== createdAt;
  });
}
