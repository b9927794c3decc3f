import "server-only";
import type { RepoRow, ReposData, ReposDocument, StateWord } from "@/lib/systems/squad/document-types";
import { countByStatus } from "@/lib/systems/squad/documents/registry";
import { nextStep } from "@/lib/systems/squad/documents/next-step";
import { stateLines, staleThreads } from "@/lib/systems/squad/documents/status";
import { STATE_ORDER } from "@/lib/contracts/squad/states";
import { createHash } from "node:crypto";
import type { Repository } from "./repository";
import { serve, Serialized } from "./respond";
import { runtime, type Runtime } from "./runtime";

const RANK = new Map<StateWord, number>(STATE_ORDER.map((state, index) => [state, index]));

/** So many overdue looks are waited for; where more are, what is known is shown, and what they find shows by itself. */
const AWAITED = 50;
/** The overview is made at most so often, in milliseconds, however many ask. */
const MADE_EVERY = 250;
/** Everybody who asks watches all repositories; that is told to them so often, in milliseconds. */
const ATTENDED_EVERY = 1_000;

interface Made {
  readonly at: number;
  /** How many changes it has taken in. */
  readonly changes: number;
  readonly document: ReposDocument;
  readonly serialized: Serialized;
}

// One a runtime; a runtime lives as long as the process.
const made = new WeakMap<Runtime, Made>();
const attended = new WeakMap<Runtime, number>();

/** All repositories, worst first, then by name; each is looked at if its last look is old. */
export async function repos(): Promise<ReposDocument> {
  return (await current()).document;
}

/** The same, serialised once for all who ask at the same time. */
export async function serveRepos(request: Request): Promise<Response> {
  return serve(request, (await current()).serialized);
}

async function current(): Promise<Made> {
  const here = runtime();
  const waited = await attendAll(here);
  const before = made.get(here);
  const now = Date.now();
  const { count: changes } = here.changes;
  if (!waited && before?.changes === changes && now - before.at < MADE_EVERY) return before;
  const document = make(here, now);
  const one = {
    at: now,
    changes,
    document,
    serialized: new Serialized(`repos-${document.snapshot.slice(0, 16)}-${now}`, document),
  };
  made.set(here, one);
  return one;
}

/** Gives whether looks were waited for. */
async function attendAll(here: Runtime): Promise<boolean> {
  const now = performance.now();
  if (now - (attended.get(here) ?? -Infinity) < ATTENDED_EVERY) return false;
  attended.set(here, now);
  const overdue = [...here.repositories.values()].flatMap((repository) => repository.attend("overview") ?? []);
  if (overdue.length === 0 || overdue.length > AWAITED) return false;
  await Promise.all(overdue);
  return true;
}

function make({ repositories, settings }: Runtime, now: number): ReposDocument {
  const all = [...repositories.values()];
  const rows = all.map((repository) => rowOf(repository, now)).sort(worstFirst);
  const next = Math.min(...all.map((repository) => repository.next));
  const data: ReposData = {
    now: new Date(now).toISOString(),
    repositories: rows,
    demo: settings.demo,
    open: settings.open,
    nextLookAt: Number.isFinite(next) ? new Date(next).toISOString() : null,
    failing: failingOf(all),
  };
  const ids = all.map((repository) => `${repository.name} ${repository.state.squad.id}`).sort();
  const snapshot = createHash("sha256").update(ids.join("\n")).digest("hex");
  return { document: "repos", schema: 1, snapshot, repository: "", pin: null, diagnostics: [], data };
}

/** Most causes are everybody's: GitHub is down, or the token is spent. So what fails longest is said once, for all. */
function failingOf(all: readonly Repository[]): ReposData["failing"] {
  const failing = all.flatMap(({ state }) => state.standings.registry.failing ?? []).sort((a, b) => a.since - b.since);
  const [first] = failing;
  if (first === undefined) return null;
  return { repositories: failing.length, text: first.detail, since: new Date(first.since).toISOString() };
}

function rowOf(repository: Repository, now: number): RepoRow {
  const { squad, standings } = repository.state;
  const lines = stateLines(repository.state, now);
  const { roster, work, outcome } = squad;
  const answered = standings.registry.answered;
  const resolves = outcome === "complete" || outcome === "partial";
  // Counts that leave out what was not read would be taken for the whole.
  const counted = resolves && work.state !== null && work.goals.every(({ goal }) => goal !== "unread");
  const stale = staleThreads(repository.state, now);
  const next = nextStep(squad, stale);
  return {
    repository: repository.name,
    revision: roster?.revision ?? null,
    state: lines.repository,
    identity: lines.identity,
    work: lines.work,
    agents: roster === null ? null : countByStatus(roster),
    tasks: counted ? { resolved: work.counts.resolved, unresolved: work.counts.unresolved } : null,
    group: groupOf(lines.repository, next),
    next,
    lastAnswerAt: answered === null ? null : new Date(answered.at).toISOString(),
  };
}

function groupOf(state: RepoRow["state"], next: RepoRow["next"]): RepoRow["group"] {
  if (state.state === "stale" || state.cause === "reading") return "waiting";
  return next === null ? "nothing" : "person";
}

function worstFirst(a: RepoRow, b: RepoRow): number {
  const rank = (row: RepoRow) => RANK.get(row.state.state) ?? 0;
  return rank(a) - rank(b) || (a.repository < b.repository ? -1 : 1);
}
