import type { BaselineDocument, EvidenceDocument, RegistryDocument } from "@/lib/systems/squad/document-types";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "./fixtures";
import { ACTIONS, ROUTES, startGitHub, type GitHub, type Repository } from "./github";
import { activate, SECRET } from "./github-squads";
import { tells } from "./github/webhooks";
import { Fleet, isReady, OFTEN, OPERATOR, query, read, ready, revise, statusOf, tell, tellPush } from "./replicas";
import type { MusterProcess } from "./serve";
import { activation, row } from "./thread";

const NAMES = ["crash/one", "crash/two", "crash/three"];
const GOAL = 45;
/** What happens to each repository, over and over. */
const STEPS = ["revise", "back", "revise", "comment"] as const;
/** So long a step is watched before the next one, in milliseconds. */
const PATIENCE = 1_500;
/** A process lives so long at least and so much longer at most, in milliseconds. */
const LIVES = { least: 600, more: 2_900 };

/** What a campaign has seen, so that one in which nothing happened is told from one in which nothing went wrong. */
export interface Seen {
  kills: number;
  /** Complete revisions that were shown. */
  shown: number;
  held: number;
  decided: number;
  rewinds: number;
}

/** What a repository may not fall behind. */
interface Promised {
  readonly repository: Repository;
  /** The revision that was last shown as complete, or accepted by a decision. */
  least: number;
  /** The newest that was published. */
  revision: number;
  /** How many steps were taken. */
  steps: number;
  /** Decisions that were answered 200. */
  readonly decisions: string[];
  /** A decision was sent and never answered: it may hold or not. */
  doubt: number | null;
}

/**
 * Kills a Muster in the midst of its work, again and again, and checks after each start what it had promised before.
 * @param env says which store; it is the same one for every start
 */
export async function campaign(env: Readonly<Record<string, string>>, rounds: number): Promise<Seen> {
  const hub = await startGitHub();
  hub.addToken(SECRET, { repositories: "all" });
  const promises = await Promise.all(NAMES.map((name) => prepare(hub, name)));
  const fleet = new Fleet(hub, NAMES, env);
  const seen: Seen = { kills: 0, shown: 0, held: 0, decided: 0, rewinds: 0 };
  try {
    let muster = await fleet.start();
    for (let round = 0; round < rounds; round += 1) {
      await live(muster, promises, seen);
      seen.kills += 1;
      await forget(env);
      muster = await fleet.start();
      await expect.poll(async () => (await ready(muster)).store, OFTEN).toBe("open");
      for (const promised of promises) await check(muster, promised);
    }
    await settle(muster, promises);
    muster.signal("SIGKILL");
    await muster.ended;
    await forget(env);
    hub.reset();
    await costsLittle(hub, await fleet.start(), promises);
    return seen;
  } finally {
    await fleet.stop();
    await hub.stop();
  }
}

async function prepare(hub: GitHub, name: string): Promise<Promised> {
  const repository = hub.addRepository(name);
  activate(repository, GOAL, { 101: "runtime-engineer" });
  await revise(repository, 1);
  return { repository, least: 0, revision: 1, steps: -1, decisions: [], doubt: null };
}

/** Lets it work until a random moment, and kills it there. */
async function live(muster: MusterProcess, promises: readonly Promised[], seen: Seen): Promise<void> {
  await isReady(muster);
  const state = { dead: false };
  const working = Promise.all(promises.map((promised) => work(muster, promised, seen, state)));
  // In its first life there is time for a decision, so that every later one has something to lose.
  if (seen.kills === 0) await Promise.race([working, expect.poll(() => seen.decided, OFTEN).toBeGreaterThan(0)]);
  await pause(LIVES.least + Math.random() * LIVES.more);
  muster.signal("SIGKILL");
  state.dead = true;
  await muster.ended;
  await working;
}

/** One person's work with one repository: one step after the other, whatever the process does. */
async function work(muster: MusterProcess, promised: Promised, seen: Seen, state: { dead: boolean }): Promise<void> {
  const { repository } = promised;
  while (!state.dead) {
    const step = STEPS[(promised.steps += 1) % STEPS.length];
    const goesBack = step === "back" && promised.least > 1;
    if (goesBack) await rewind(promised, seen);
    else if (step === "comment") comment(repository);
    else await revise(repository, (promised.revision += 1));
    try {
      await tellPush(muster, repository);
      await tell(muster, tells.comment(repository, GOAL, 1));
      const until = Date.now() + PATIENCE;
      while (!state.dead && Date.now() < until && !(await note(muster, promised, seen, goesBack))) await pause(50);
    } catch (error) {
      // It was killed under the request; anything else is a fault.
      if (!state.dead) await pause(200);
      if (!state.dead) throw error;
    }
  }
}

/** Publishes an older revision than the one that is shown, as somebody does who pushes an old commit. */
async function rewind(promised: Promised, seen: Seen): Promise<void> {
  seen.rewinds += 1;
  await revise(promised.repository, promised.least - 1);
}

function comment(repository: Repository): void {
  const bound = { repository: repository.fullName, task: "1.1", issue: "#101", agent_id: "runtime-engineer" };
  const rows = [row(GOAL, { ...bound, epic_agent_ids: ["runtime-engineer"], registry_revision: 1 })];
  repository.addComment(GOAL, activation(GOAL, rows), { author: ACTIONS });
}

/**
 * Takes note of what is shown, which is a promise, and decides about what is held. Gives whether the last step has come through; one that
 * goes back has only when it is held.
 */
async function note(muster: MusterProcess, promised: Promised, seen: Seen, goesBack: boolean): Promise<boolean> {
  const name = promised.repository.fullName;
  const { data } = await statusOf(muster, name);
  if (data.identity.state === "complete" && data.revision !== null) {
    if (data.revision > promised.least) seen.shown += 1;
    expect(data.revision, `${name} went back while it ran`).toBeGreaterThanOrEqual(promised.least);
    promised.least = data.revision;
  }
  const { held } = (await read<BaselineDocument>(muster, `/api/repos/${name}/baseline`)).data;
  if (held === null || held.found.revision === null) return !goesBack && data.revision === promised.revision;
  seen.held += 1;
  await decide(muster, promised, held.id, held.found.revision, seen);
  return true;
}

async function decide(
  muster: MusterProcess,
  promised: Promised,
  held: string,
  revision: number,
  seen: Seen,
): Promise<void> {
  promised.doubt = revision;
  const answer = await fetch(`${muster.url}/api/repos/${promised.repository.fullName}/baseline`, {
    method: "POST",
    headers: { authorization: `Bearer ${OPERATOR}`, "content-type": "application/json", origin: muster.url },
    body: JSON.stringify({ held, who: "Ada of operations", why: "The push was meant." }),
  });
  if (answer.status === 200) {
    // The word was given with the first byte of the answer.
    promised.least = revision;
    const { decision } = (await answer.json()) as { decision: { id: string } };
    promised.decisions.push(decision.id);
    seen.decided += 1;
  } else expect([404, 409]).toContain(answer.status);
  promised.doubt = null;
}

/** After a start, before anything new was looked at or meanwhile: every promise holds. */
async function check(muster: MusterProcess, promised: Promised): Promise<void> {
  const name = promised.repository.fullName;
  const { least, doubt } = promised;
  const baseline = await read<BaselineDocument>(muster, `/api/repos/${name}/baseline`);
  const accepted = baseline.data.baseline?.revision ?? 0;
  expect(accepted, `${name}: accepted before the crash, and after it\n${muster.logs()}`).toBeGreaterThanOrEqual(
    doubt === null ? least : Math.min(least, doubt),
  );
  expect(baseline.data.decisions?.map(({ id }) => id)).toEqual(expect.arrayContaining(promised.decisions));
  await expect.poll(() => whole(muster, name), OFTEN).toBe("whole");
  promised.least = accepted;
  promised.doubt = null;
}

/** Whether the documents tell of one snapshot, and show the very revision that is accepted. */
async function whole(muster: MusterProcess, name: string): Promise<string> {
  const [registry, evidence, baseline, status] = await Promise.all([
    read<RegistryDocument>(muster, `/api/repos/${name}/registry`),
    read<EvidenceDocument>(muster, `/api/repos/${name}/evidence`),
    read<BaselineDocument>(muster, `/api/repos/${name}/baseline`),
    statusOf(muster, name),
  ]);
  const snapshots = new Set([registry, evidence, baseline, status].map(({ snapshot }) => snapshot));
  // A look in between two answers; the next try finds them at one.
  if (snapshots.size > 1) return "several snapshots";
  if (status.data.identity.state === "unavailable") return `unavailable: ${status.data.identity.cause}`;
  const shown = status.data.revision;
  if (shown !== baseline.data.baseline?.revision) return `shows ${shown}, accepted ${baseline.data.baseline?.revision}`;
  const names = registry.data.agents.map((agent) => agent.name);
  return names.length === 1 && names[0] === `Kepler the ${shown}` ? "whole" : `${names.join()} at ${shown}`;
}

/** Publishes something that follows, and waits until it is shown. */
async function settle(muster: MusterProcess, promises: readonly Promised[]): Promise<void> {
  for (const promised of promises) await revise(promised.repository, (promised.revision += 1));
  for (const { repository, revision } of promises) {
    const now = async () => {
      await tellPush(muster, repository);
      return (await statusOf(muster, repository.fullName)).data.revision;
    };
    await expect.poll(now, { ...OFTEN, intervals: [500] }).toBe(revision);
  }
  // Whatever was asked for is looked at before it ends, so that nothing is new after the next start.
  await pause(1_500);
}

/**
 * A start reads no file, thread or comment again. What a source remembers of commits goes with the process: the first look at each asks once
 * for the head and once for what is listed there, and the rest is answered "nothing changed".
 */
async function costsLittle(hub: GitHub, muster: MusterProcess, promises: readonly Promised[]): Promise<void> {
  await isReady(muster);
  expect(hub.log, "what was kept is served without a question").toEqual([]);
  for (const { repository } of promises) await tellPush(muster, repository);
  const ended = () =>
    new Set(hub.log.filter(({ route }) => route === ROUTES.comment).map(({ repository }) => repository));
  await expect.poll(() => ended().size, OFTEN).toBe(promises.length);
  const paid = hub.log.filter(({ status, points }) => status !== 304 || points > 0).map(({ route }) => route);
  const each = [ROUTES.commit, ROUTES.graphql].flatMap((route) => promises.map(() => route));
  expect([...paid].sort()).toEqual(each.sort());
}

/** On a shared database the dead still lead for 20 s, and count for one. Here those are over at once. */
async function forget({ DATABASE_URL: database }: Readonly<Record<string, string>>): Promise<void> {
  if (database === undefined) return;
  await query(database, "update lease set expires_at = '-infinity'");
  await query(database, "delete from replica");
}
