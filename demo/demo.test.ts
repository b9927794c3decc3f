import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { identityState, repositoryState } from "@/lib/contracts/squad/states";
import type { TaskVerdict } from "@/lib/contracts/squad/work-types";
import { readConfigFile } from "@/lib/server/config-file";
import type { DirectoryOptions } from "@/lib/sources/directory/open";
import { openDirectorySource } from "@/lib/sources/directory/open";
import { lookAtSquad, unreadSquad } from "@/lib/systems/squad/squad";
import { DEMO_REPOSITORIES, materializeDemo } from "./materialize.mjs";

interface ExpectedTask {
  outcome: TaskVerdict["outcome"];
  agent: string | null;
  reason?: string;
  claims?: Record<string, string>;
}

interface ExpectedGoal {
  issue: number;
  goal: string;
  counted: number | null;
  declared: number;
  resolves: boolean;
  lookAlikes: number[];
  history: number[];
  because?: string;
  failing?: string[];
  tasks: Record<string, ExpectedTask>;
}

interface Expected {
  repository: string;
  read: "commit" | "worktree";
  /** For people; not compared. */
  shows: string;
  registry: {
    outcome: string;
    revision: number | null;
    total: number | null;
    counts: Record<string, number> | null;
    valid: string[];
    excluded: { id: string; codes: string[] }[];
    codes: string[];
    migration?: { total: number; ready: number; wouldMigrate: boolean; notReady: string[] };
  };
  avatars: { shown: Record<string, string>; withheld: Record<string, string> };
  states: {
    identity: { state: string; cause: string | null };
    work: string | null;
    repository: string;
  };
  tasks: Record<string, number>;
  goals: ExpectedGoal[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const expected = JSON.parse(readFileSync(join(root, "demo", "expected.json"), "utf8")) as Expected[];
const into = mkdtempSync(join(tmpdir(), "muster-demo-"));
let laidOut: Places;

beforeAll(async () => {
  const { ok, config } = await materializeDemo({ root, into });
  expect(ok).toBe(true);
  laidOut = placesOf(config);
});

afterAll(() => rmSync(into, { recursive: true, force: true }));

type Places = ReadonlyMap<string, DirectoryOptions>;

function placesOf(config: string): Places {
  const reading = readConfigFile(config);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  const laid = reading.config.repositories.flatMap(({ repository, directory, ...rest }) =>
    directory === undefined ? [] : [[repository, { directory, ...rest }] as const],
  );
  return new Map(laid);
}

async function squadOf(places: Places, repository: string) {
  const place = places.get(repository);
  if (place === undefined) throw new Error(`${repository} is not configured`);
  const settings = {
    repository,
    trust: DEFAULT_TRUST,
    staleMillis: 86_400_000,
    exported: true,
    webUrl: null,
    ref: null,
  };
  const plan = { source: openDirectorySource(place), settings, goals: [] };
  return (await lookAtSquad(plan, unreadSquad(plan, 0), {}, Date.now)).squad;
}

type Seen = Awaited<ReturnType<typeof squadOf>>;

/** What the real code says of a repository, in the words of expected.json. */
function described(squad: Seen, shows: string): Expected {
  const { verdict, roster, outcome, work, pin } = squad;
  const agents = roster === null ? [] : [...roster.agents.values()];
  const excluded = verdict?.verdict === "partial" ? verdict.excluded : [];
  const readiness = verdict?.verdict === "legacy" ? verdict.readiness : null;
  const answer = verdict?.verdict ?? (outcome === "missing" ? "absent" : null);
  const identity = identityState({ answer, freshness: "fresh" });
  const of = (status: string) => agents.filter((agent) => agent.status === status).length;
  const shown = [...squad.pictures].filter(([, picture]) => picture !== "unread" && picture.shown);
  const withheld = [...squad.pictures].filter(([, picture]) => picture !== "unread" && !picture.shown);
  const { counts } = work;
  return {
    repository: squad.settings.repository,
    read: pin?.kind ?? "commit",
    shows,
    registry: {
      outcome,
      revision: roster?.revision ?? null,
      total: roster === null ? (readiness?.total ?? null) : agents.length + excluded.length,
      counts: roster === null ? null : { active: of("active"), inactive: of("inactive"), retired: of("retired") },
      valid: agents.map(({ id }) => id).sort(),
      excluded: excluded.map(({ id, diagnostics }) => ({ id, codes: diagnostics.map(({ code }) => code) })),
      codes: (verdict?.diagnostics ?? []).map(({ code }) => code),
      ...(readiness === null
        ? {}
        : {
            migration: {
              total: readiness.total,
              ready: readiness.ready,
              wouldMigrate: readiness.wouldMigrate,
              notReady: readiness.records.filter(({ ready }) => !ready).map(({ id }) => id),
            },
          }),
    },
    avatars: {
      shown: Object.fromEntries(shown.map(([id, p]) => [id, p !== "unread" && p.shown ? p.picture.type : ""])),
      withheld: Object.fromEntries(withheld.map(([id, p]) => [id, p !== "unread" && !p.shown ? p.reason.code : ""])),
    },
    states: { identity, work: work.state, repository: repositoryState(identity.state, work.state) },
    tasks: { ...counts },
    goals: work.goals.map((goal) => goalOf(goal)).sort((a, b) => a.issue - b.issue),
  };
}

function goalOf(goal: Seen["work"]["goals"][number]): ExpectedGoal {
  const comments = goal.thread?.comments ?? [];
  const counted = comments.find(({ counts }) => counts) ?? null;
  const refused = goal.goal === "refused" && counted?.verdict.verdict === "refused" ? counted.verdict : null;
  return {
    issue: goal.issue,
    goal: goal.goal,
    counted: counted?.id ?? null,
    declared: goal.declared,
    resolves: goal.resolves,
    lookAlikes: comments.filter(({ verdict }) => verdict.verdict === "look-alike").map(({ id }) => id),
    history: comments.filter(({ counts, verdict }) => !counts && verdict.verdict !== "look-alike").map(({ id }) => id),
    ...(refused === null
      ? {}
      : { because: refused.because, failing: refused.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`) }),
    tasks: Object.fromEntries(goal.tasks.map((task) => [`#${task.row.issue}`, taskOf(task)])),
  };
}

function taskOf({ outcome, agent, row, claims }: TaskVerdict): ExpectedTask {
  return {
    outcome,
    agent: agent?.id ?? null,
    ...(row.omission === null ? {} : { reason: row.omission }),
    ...(claims.length === 0
      ? {}
      : { claims: Object.fromEntries(claims.map(({ origin, agentId }) => [origin, agentId ?? ""])) }),
  };
}

describe("the demo, read by the directory source and judged by the contracts", () => {
  it.each(expected)("gives $repository the states that expected.json names", async (fixture) => {
    expect(described(await squadOf(laidOut, fixture.repository), fixture.shows)).toEqual(fixture);
  });

  it.each(expected)("gives $repository the same states where the plain files are read without git", async (fixture) => {
    const plain = placesOf(join(root, "demo", "muster.config.json"));
    const squad = await squadOf(plain, fixture.repository);
    expect(described(squad, fixture.shows)).toEqual({ ...fixture, read: "worktree" });
  });

  it("names every repository once, in expected.json and in DEMO_REPOSITORIES alike", () => {
    expect(expected.map(({ repository, read }) => `${repository} ${read}`)).toEqual(
      DEMO_REPOSITORIES.map(({ repository, read }) => `${repository} ${read}`),
    );
  });
});
