import type { StatusDocument } from "@/lib/systems/squad/document-types";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect } from "./fixtures";
import { configFor, startGitHub, type Delivery, type Fault, type GitHub, type Repository } from "./github";
import { publish, SECRET } from "./github-squads";
import { sendDelivery, tells, type Told } from "./github/webhooks";
import { launchMuster, startMuster, type MusterProcess } from "./serve";
import { record } from "./squad";

export const WEBHOOK_SECRET = "webhook-secret-for-tests-0123456789";
export const OPERATOR = "operator-token-for-tests-0123456789";
/** Polls that wait for another process: often enough to measure, seldom enough not to load the machine. */
export const OFTEN = { intervals: [100], timeout: 40_000 };

/** A configuration over repositories of an emulated GitHub that several processes can be started with. */
export class Fleet {
  readonly folder = mkdtempSync(join(tmpdir(), "muster-fleet-"));
  readonly members: MusterProcess[] = [];
  private readonly config = join(this.folder, "muster.config.json");

  constructor(
    github: GitHub,
    repositories: Iterable<string>,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    writeFileSync(this.config, JSON.stringify(configFor(github, repositories)));
  }

  /** Starts one more process and waits until it serves. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<MusterProcess> {
    return this.added(await startMuster(this.options(env)));
  }

  /** Starts one more process and waits for nothing. */
  async launch(env: Readonly<Record<string, string>> = {}): Promise<MusterProcess> {
    return this.added(await launchMuster(this.options(env)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private options(env: Readonly<Record<string, string>>) {
    const own = { GITHUB_TOKEN: SECRET, MUSTER_WEBHOOK_SECRET: WEBHOOK_SECRET, MUSTER_OPERATOR_TOKEN: OPERATOR };
    return { config: this.config, env: { ...own, ...this.env, ...env } };
  }

  private added(member: MusterProcess): MusterProcess {
    this.members.push(member);
    return member;
  }
}

/**
 * Publishes a registry of one agent whose name tells the revision. Its bytes are each repository's own: equal files are read once, whoever
 * has them.
 */
export function revise(repository: Repository, revision: number): Promise<string> {
  const agent = record(nameAt(revision), { universe: `of ${repository.fullName}` });
  return publish(repository, { "runtime-engineer": agent }, { revision });
}

export function nameAt(revision: number): string {
  return `Kepler the ${revision}`;
}

/** An emulated GitHub with these repositories, each at revision 1. */
export async function publishAll(names: readonly string[]) {
  const hub = await startGitHub();
  hub.addToken(SECRET, { repositories: "all" });
  const repositories = names.map((name) => hub.addRepository(name));
  for (const repository of repositories) await revise(repository, 1);
  return { hub, repositories };
}

/** Delivers what GitHub would tell of a repository to one process, rightly signed, and gives the answer's status. */
export async function tell({ url }: { readonly url: string }, told: Told): Promise<number> {
  return (await sendDelivery(`${url}/api/webhooks/github`, told, { secret: WEBHOOK_SECRET })).status;
}

/** Tells one process that the default branch moved. */
export async function tellPush(muster: { readonly url: string }, repository: Repository): Promise<number> {
  return tell(muster, tells.push(repository, await repository.sha()));
}

export async function read<T>({ url }: { readonly url: string }, path: string): Promise<T> {
  const answer = await fetch(`${url}${path}`);
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text) as T;
}

export const statusOf = (muster: { readonly url: string }, repository: string): Promise<StatusDocument> =>
  read<StatusDocument>(muster, `/api/repos/${repository}/status`);

/** Waits until a process shows this revision of a repository. */
export async function shows(muster: { readonly url: string }, repository: string, revision: number): Promise<void> {
  const revisionOf = async () => (await statusOf(muster, repository)).data.revision;
  await expect.poll(revisionOf, { ...OFTEN, message: `${muster.url} ${repository}` }).toBe(revision);
}

/** The status code of /api/ready, and what it says. */
export async function ready({ url }: { readonly url: string }): Promise<{ code: number; store: string }> {
  const answer = await fetch(`${url}/api/ready`);
  const { store, looked } = (await answer.json()) as { store: string; looked: number };
  return { code: answer.status, store, ...{ looked } };
}

export async function isReady(muster: { readonly url: string }): Promise<void> {
  await expect.poll(async () => (await ready(muster)).code, OFTEN).toBe(200);
}

/** One number of /metrics; null: it is not there. */
export async function metric({ url }: { readonly url: string }, series: string): Promise<number | null> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

export const led = (muster: { readonly url: string }) => metric(muster, "muster_led_repositories");

/** Waits until each of so many processes leads its share of so many repositories, and every one was read. */
export async function shared(members: readonly MusterProcess[], repositories: number): Promise<void> {
  const share = repositories / members.length;
  await expect.poll(() => Promise.all(members.map(led)), OFTEN).toEqual(members.map(() => share));
  await Promise.all(members.map(isReady));
}

/** Rows of a database that servers under test write. */
export async function query<Row>(database: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

export interface LeaseRow {
  readonly repository: string;
  readonly holder: string;
  readonly fence: number;
  readonly version: number;
  readonly live: boolean;
}

/** Who leads what, with the version of what was written last; `repository` as GitHub names it. */
export async function leases(database: string): Promise<LeaseRow[]> {
  const rows = await query<LeaseRow>(
    database,
    `select l.repository, l.holder, l.fence::int, s.version::int, l.expires_at > clock_timestamp() as live
     from lease l join standing s using (repository, scope) order by 1`,
  );
  return rows.map((row) => ({ ...row, repository: row.repository.split(" ").at(-1) ?? "" }));
}

/** Holds genuine answers back until it is let go. */
export class Gate implements Fault {
  readonly name = "gate";
  /** Resolves when the first request has come. */
  readonly met: Promise<void>;
  private meet: () => void = () => undefined;
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  constructor() {
    this.met = new Promise((resolve) => (this.meet = resolve));
  }

  letGo(): void {
    this.open();
  }

  async deliver({ genuine }: Parameters<Fault["deliver"]>[0]): Promise<Delivery> {
    const answer = await genuine();
    this.meet();
    await this.opened;
    return { answer };
  }
}
