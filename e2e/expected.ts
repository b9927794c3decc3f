import { readFileSync } from "node:fs";

export interface ExpectedTask {
  readonly outcome: "resolved" | "retired" | "omitted" | "unresolved" | "conflict";
  readonly agent: string | null;
  readonly reason?: string;
  readonly claims?: Readonly<Record<string, string>>;
}

export interface ExpectedGoal {
  readonly issue: number;
  readonly goal: "bound" | "refused" | "conflict" | "pre-provenance" | "none" | "unread";
  readonly counted: number | null;
  readonly declared: number;
  readonly lookAlikes: readonly number[];
  readonly history: readonly number[];
  readonly failing?: readonly string[];
  readonly tasks: Readonly<Record<string, ExpectedTask>>;
}

export interface ExpectedRepository {
  readonly repository: string;
  readonly read: "commit" | "worktree";
  readonly registry: {
    readonly outcome: "complete" | "partial" | "refused" | "legacy" | "missing";
    readonly revision: number | null;
    readonly total: number | null;
    readonly counts: Readonly<Record<"active" | "inactive" | "retired", number>> | null;
    readonly valid: readonly string[];
    readonly excluded: readonly { readonly id: string; readonly codes: readonly string[] }[];
    readonly migration?: { readonly total: number; readonly ready: number; readonly notReady: readonly string[] };
    readonly codes: readonly string[];
  };
  readonly avatars: {
    readonly shown: Readonly<Record<string, string>>;
    readonly withheld: Readonly<Record<string, string>>;
  };
  readonly states: {
    readonly identity: { readonly state: string };
    readonly work: string | null;
    readonly repository: string;
  };
  readonly tasks: Readonly<Record<ExpectedTask["outcome"] | "total", number>>;
  readonly goals: readonly ExpectedGoal[];
}

export interface DemoRecord {
  readonly display_name: string;
  readonly role: string;
  readonly universe: string;
  readonly status: "active" | "inactive" | "retired";
  readonly retired_at?: string;
}

/** What the demo must show, as `demo/expected.json` states it and the tests of the contracts confirm. */
export const EXPECTED = JSON.parse(readFileSync("demo/expected.json", "utf8")) as readonly ExpectedRepository[];

export function expected(repository: string): ExpectedRepository {
  const found = EXPECTED.find((one) => one.repository === repository);
  if (found === undefined) throw new Error(`demo/expected.json has no ${repository}`);
  return found;
}

export const registryPath = (repository: string) => `demo/${repository}/.squad/casting/registry.json`;

/** The records of a registry of the demo, as written. */
export function records(repository: string): Readonly<Record<string, DemoRecord>> {
  return (JSON.parse(readFileSync(registryPath(repository), "utf8")) as { agents: Record<string, DemoRecord> }).agents;
}

/** Every task of a repository that the demo expects, with its goal. */
export function tasksOf(repository: string): (ExpectedTask & { readonly goal: number; readonly issue: string })[] {
  return expected(repository).goals.flatMap((goal) =>
    Object.entries(goal.tasks).map(([issue, task]) => ({ ...task, goal: goal.issue, issue })),
  );
}
