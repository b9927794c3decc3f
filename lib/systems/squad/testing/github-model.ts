import type { Standing } from "@/lib/contracts/core/standing";
import type { SquadState } from "../squad";
import { GOALS, type GitHubWorld, type Registry, type Resolved, type Rows } from "./github-world";

const DAY = 24 * 3_600_000;

interface Seen<T> {
  readonly at: number;
  readonly truth: T;
}

/**
 * What section 6 lets Muster show, from what was true at each look and from what it says of itself: where nothing is failing, what is
 * true now and nothing else; where something is, what was true at the last look that was answered, up to 24 hours, or since.
 */
export class GitHubModel {
  private registry: Seen<Registry | null>[] = [];
  private readonly threads = new Map<number, Seen<Rows | null>[]>();
  private token = "";
  private id = 0;

  /** Takes note of a look. */
  note(world: GitHubWorld, token: string, { standings }: SquadState, now: number): void {
    const { live } = standings;
    // Nothing that one credential read stands under another; and nothing of one repository under another.
    if (token !== this.token || (live !== null && live.name.id !== this.id)) this.forget();
    this.token = token;
    this.id = live?.name.id ?? this.id;
    // What Muster says is of another repository than the one that is there now: of this one it may know nothing.
    if (live !== null && live.name.id !== world.id) return;
    const readable = world.isReadable;
    this.registry = moved(this.registry, standings.registry, { at: now, truth: readable ? world.registry : null });
    for (const goal of GOALS) {
      const truth = readable ? world.rowsOf(goal) : null;
      const standing = standings.threads.get(goal);
      this.threads.set(goal, moved(this.threads.get(goal) ?? [], standing, { at: now, truth }));
    }
  }

  /** Whether a complete registry may be shown: what was true at a look, or, where something is held, what it is held to. */
  allows(shown: Registry, { accepted }: Hold, now: number): boolean {
    if (accepted !== null) return isSame(accepted, shown);
    return young(this.registry, false, now).some(({ truth }) => truth !== null && isSame(truth, shown));
  }

  /** What resolves although nothing allows it. */
  wrong(resolved: Resolved, { accepted, replaced }: Hold, now: number): Resolved {
    const allowed = new Set<string>();
    const registries = accepted === null ? young(this.registry, false, now).map(({ truth }) => truth) : [accepted];
    for (const registry of registries)
      for (const seen of this.threads.values())
        for (const { truth: rows } of young(seen, replaced, now))
          for (const [task, agent] of Object.entries(resolve(rows, registry))) allowed.add(`${task} ${agent}`);
    return Object.fromEntries(Object.entries(resolved).filter(([task, agent]) => !allowed.has(`${task} ${agent}`)));
  }

  private forget(): void {
    this.registry = [];
    this.threads.clear();
  }
}

/** What is held: what it is held to (null: nothing is held), and whether another repository answers. */
export interface Hold {
  readonly accepted: Registry | null;
  readonly replaced: boolean;
}

/** A registry and whose it is, as far as continuity goes here: roles and times of creation never change. */
export interface Published extends Registry {
  readonly id: number | null;
}

/**
 * Whether a registry may not follow the accepted one: "another numeric repository ID under the same name; lower revision than accepted
 * before; same revision, other bytes; an ID gone". Nothing complete is judged by its repository alone.
 */
export function isForbidden(accepted: Published | null, id: number, registry: Registry | null): boolean {
  if (accepted === null) return false;
  if (accepted.id !== id) return true;
  if (registry === null) return false;
  if (registry.revision === accepted.revision) return !isSame(registry, accepted);
  return registry.revision < accepted.revision || accepted.agents.some((agent) => !registry.agents.includes(agent));
}

export function isSame(one: Registry, other: Registry): boolean {
  return one.revision === other.revision && one.agents.toSorted().join() === other.agents.toSorted().join();
}

function young<T>(seen: readonly Seen<T>[], held: boolean, now: number): readonly Seen<T>[] {
  return seen.filter(({ at }) => held || now - at <= DAY);
}

function moved<T>(seen: readonly Seen<T>[], standing: Standing<unknown> | undefined, now: Seen<T>): Seen<T>[] {
  const fresh = standing !== undefined && standing.answered !== null && standing.failing === null;
  return fresh ? [now] : [...seen, now];
}

/** What a goal's rows resolve to under a registry: all of them, or none. */
export function resolve(rows: Rows | null, registry: Registry | null): Resolved {
  if (rows === null || registry === null || rows.revision > registry.revision) return {};
  if (!rows.rows.every(({ agent }) => registry.agents.includes(agent))) return {};
  return Object.fromEntries(rows.rows.map(({ issue, agent }) => [`#${issue}`, agent]));
}

/** What resolves where everything is read, by the registry that is there or by the one that is shown in its place. */
export function truthOf(world: GitHubWorld, registry: Registry | null = world.registry): Resolved {
  return Object.assign({}, ...GOALS.map((goal) => resolve(world.rowsOf(goal), registry))) as Resolved;
}
