import { pathToFileURL } from "node:url";
import { random } from "../parts/random.mjs";
import { boundGoals, isSettled, openHost, openRepository, START, TOKEN } from "./squad.mjs";
import { VirtualTime } from "./virtual-time.mjs";

const GOALS = [1, 3, 10];
const COMMENTS = [1, 150, 300];
const PER_PAGE = 100;
const MINUTE = 60_000;
const TABS = 100;
/** A browser asks about as often as this while a page is open. */
const POLL = 5_000;
/** An interval may be a tenth shorter. */
const SHORTEST = 54_000;
const ROWS = 8;

/** Requests and points, counted by the server that was asked. The same in every run. */
export async function counted(bundles, emulator) {
  Math.random = random(45);
  const time = new VirtualTime(START, { latency: 200, told: (now) => emulator.ask("clock", now) });
  time.install();
  const bench = new Bench(await import(pathToFileURL(bundles.virtual).href), emulator, time);
  await bench.lay();
  const figures = [];
  for (const goals of GOALS)
    for (const comments of COMMENTS)
      figures.push(...(await bench.with(nameOf(goals, comments), idle(goals, comments))));
  for (const comments of COMMENTS) figures.push(...(await bench.with(nameOf(1, comments), firstRead(comments), false)));
  figures.push(...(await bench.with(nameOf(1, 150), tabs)));
  figures.push(...(await bench.with(nameOf(10, 150), cards)));
  figures.push(...(await bench.with(nameOf(1, 150), change)));
  figures.push(...(await bench.with(nameOf(3, 300), rotation)));
  return figures;
}

function nameOf(goals, comments) {
  return `bench/g${goals}c${comments}`;
}

class Bench {
  #token = TOKEN;
  #tokens = 1;

  constructor(code, emulator, time) {
    this.code = code;
    this.emulator = emulator;
    this.time = time;
  }

  async lay() {
    await this.emulator.ask("clock", START);
    await this.emulator.ask("token", TOKEN);
    const specs = GOALS.flatMap((goals) =>
      COMMENTS.map((comments) => ({ name: nameOf(goals, comments), goals, comments, rows: ROWS })),
    );
    await this.emulator.ask("lay", specs);
    await this.pass(60_000);
  }

  /** Does something with a repository that was read, or, with `settled` false, that was not. A host of its own knows nothing yet. */
  async with(name, work, settled = true) {
    const host = openHost(
      this.code,
      this.emulator,
      () => this.time.now,
      () => this.#token,
    );
    const repository = openRepository(this.code, host, name, () => this.time.now, this.emulator.webUrl);
    try {
      if (settled) {
        await this.time.through(repository.look());
        await this.settle(repository);
      }
      return await work(this, repository);
    } finally {
      repository.close();
      const { unexpected } = await this.emulator.ask("tally");
      if (unexpected.length > 0) throw new Error(`Nobody should ask ${unexpected.join(", ")}.`);
    }
  }

  /** Everything old is read, and read over again. */
  async settle(repository) {
    for (let tries = 0; !isSettled(repository); tries += 1) {
      if (tries === 100) throw new Error(`${repository.name} is not read to the end.`);
      await this.pass(1_000);
    }
    await this.time.through(repository.look());
    if (boundGoals(repository) === 0) throw new Error(`${repository.name} has no goal.`);
  }

  async rotate() {
    this.#tokens += 1;
    this.#token = `bench-token-${this.#tokens}`;
    await this.emulator.ask("token", this.#token);
  }

  pass(millis) {
    return this.time.runTo(this.time.now + millis);
  }

  /** What is asked while something is done. */
  async cost(work) {
    await this.emulator.ask("reset");
    await work();
    return this.emulator.ask("tally");
  }

  look(repository) {
    return this.cost(() => this.time.through(repository.look()));
  }

  /** Pages that are open for so long, and ask as browsers do. */
  open(repository, tabs, what, millis) {
    return this.cost(async () => {
      for (let at = 0; at < millis; at += POLL) {
        for (let tab = 0; tab < tabs; tab += 1) void repository.attend(what);
        await this.pass(POLL);
      }
    });
  }
}

const sum = ({ core, graphql }) => core + graphql;

function idle(goals, comments) {
  return async (bench, repository) => {
    const { requests, points } = await bench.look(repository);
    const name = `idle look, ${counts(goals, "goal")}, ${counts(comments, "comment")} each`;
    return [exactly(name, requests, goals + 2, "requests"), exactly(name, sum(points), 0, "points")];
  };
}

function firstRead(comments) {
  return async (bench, repository) => {
    const pages = Math.ceil(comments / PER_PAGE);
    const { requests, points, kinds } = await bench.look(repository);
    if (boundGoals(repository) === 0) throw new Error("The first look did not read its goal.");
    const detail = `${counts(pages, "page")} of the list of comments, ${counts(pages, "page")} of the thread, and 6`;
    const name = `first read, 1 goal, ${counts(comments, "comment")}`;
    const again = await bench.cost(() => bench.settle(repository));
    return [
      { ...exactly(name, requests, 2 * pages + 6, "requests"), detail: `${detail}; ${listed(kinds)}` },
      exactly(name, sum(points), 2 * pages + 6, "points"),
      {
        ...exactly(`${name}, the looks after it`, sum(again.points), 1, "points"),
        detail: `older pages once more, and the comment that counts for the first time; ${listed(again.kinds)}`,
      },
    ];
  };
}

async function tabs(bench, repository) {
  const most = Math.ceil((10 * MINUTE) / SHORTEST) * 3;
  // Whoever opens it first lets its pictures be read.
  await bench.open(repository, 1, "repository", 2 * MINUTE);
  const one = await bench.open(repository, 1, "repository", 10 * MINUTE);
  const many = await bench.open(repository, TABS, "repository", 10 * MINUTE);
  return [
    exactly("10 minutes open in 1 tab", one.requests, most, "requests"),
    exactly(`10 minutes open in ${TABS} tabs`, many.requests, most, "requests"),
    exactly(`10 minutes open in ${TABS} tabs`, many.points.core, 0, "points"),
  ];
}

/** One question holds a hundred issues. */
async function cards(bench, repository) {
  const issues = 10 * (1 + 1 + ROWS);
  const { points, kinds } = await bench.open(repository, 3, "work", 60 * MINUTE);
  const limit = Math.ceil(issues / 100);
  const detail = `${kinds.Titles ?? 0} questions in an hour, ${issues} issues`;
  return [
    {
      ...exactly("titles and states, 10 minutes of open Work", points.graphql / 6, limit, "points"),
      detail,
      digits: 2,
    },
  ];
}

async function change(bench, repository) {
  await bench.emulator.ask("push", repository.name);
  const registry = await bench.look(repository);
  if (repository.state.squad.roster.revision !== 5) throw new Error("The new registry was not read.");
  await bench.emulator.ask("comment", repository.name);
  await bench.pass(1_000);
  const comment = await bench.look(repository);
  return [
    exactly("look after a new registry, 1 goal", registry.requests, 5, "requests"),
    exactly("look after a new registry, 1 goal", sum(registry.points), 3, "points"),
    {
      ...exactly("look after a new comment, 1 goal, 150 comments", comment.requests, 4, "requests"),
      detail: listed(comment.kinds),
    },
    exactly("look after a new comment, 1 goal, 150 comments", sum(comment.points), 2, "points"),
  ];
}

async function rotation(bench, repository) {
  await bench.rotate();
  const tally = await bench.cost(async () => {
    await bench.time.through(repository.look());
    await bench.settle(repository);
    await bench.pass(MINUTE);
  });
  const after = await bench.look(repository);
  const detail = `${tally.paid} targets, 3 goals, 300 comments each`;
  return [
    { ...exactly("another token: paid reads of the same target, at most", tally.paidMost, 1, "reads"), detail },
    exactly("another token: an idle look afterwards", sum(after.points), 0, "points"),
  ];
}

function exactly(name, value, most, unit) {
  return { name, value, unit, limit: { most }, digits: 0 };
}

function counts(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function listed(kinds) {
  return Object.entries(kinds)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}
