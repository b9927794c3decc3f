import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faults } from "../../e2e/github";
import { GitHubSquad } from "@/lib/systems/squad/testing/github-squad";
import { Repository } from "./repository";
import { Lanes } from "./lanes";
import { DIRECTORY, GITHUB, interval, notBefore, Tempo } from "./rhythm";

const MINUTE = 60_000;
let squad: GitHubSquad;
let repository: Repository;

beforeEach(async () => {
  squad = await GitHubSquad.start();
  repository = new Repository("owner/repository", squad.plan, { rhythm: GITHUB, clock: () => squad.now });
});
afterEach(async () => {
  repository.close();
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const every = (round: Partial<Parameters<typeof interval>[2]>) =>
  interval(GITHUB, repository.state, { watched: true, cost: 0, failures: 0, pace: 0, ...round });

describe("how often a repository on GitHub is looked at", () => {
  it("is every 60 s while somebody looks and every 10 min otherwise, jittered by a tenth", async () => {
    await squad.usual();
    await repository.look();
    expect([every({}), every({ watched: false })]).toEqual([MINUTE, 10 * MINUTE]);
    const idle = repository.next - squad.now;
    expect(idle).toBeGreaterThanOrEqual(9 * MINUTE);
    expect(idle).toBeLessThanOrEqual(11.1 * MINUTE);
    void repository.attend("repository");
    await repository.look();
    const watched = repository.next - squad.now;
    expect(watched).toBeGreaterThanOrEqual(0.9 * MINUTE);
    expect(watched).toBeLessThanOrEqual(1.1 * MINUTE);
  });

  it("is seldomer where many share a token, and where looks fail again and again", async () => {
    await squad.usual();
    await repository.look();
    expect(every({ pace: 5 * MINUTE })).toBe(5 * MINUTE);
    expect([1, 2, 3, 9].map((failures) => every({ failures }))).toEqual([1, 2, 3, 5].map((n) => n * MINUTE));
  });

  it("goes on at once while older comments are to be read, and not when that fails", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 7, title: "Chatter" });
    for (let n = 0; n < 250; n += 1) squad.repository.addComment(7, `Comment ${n}`);
    await repository.look();
    expect(repository.state.standings.live?.feed.discovery.state).toBe("checking");
    expect(every({ watched: false })).toBe(1_000);
    expect(every({ watched: false, failures: 1 })).toBe(10 * MINUTE);
    await repository.look();
    expect(repository.state.standings.live?.feed.discovery.state).toBe("done");
    expect(every({ watched: false })).toBe(10 * MINUTE);
  });

  it("leaves directories at their own rhythm", async () => {
    expect(interval(DIRECTORY, repository.state, { watched: true, cost: 0, failures: 0, pace: 0 })).toBe(2_500);
  });
});

describe("tabs", () => {
  it("cost nothing: a hundred that ask at once, and again and again, are one look", async () => {
    await squad.usual();
    for (let n = 0; n < 100; n += 1) void repository.attend("work");
    await repository.look();
    // The pictures and titles of whoever has it open came with it; nothing more is due.
    squad.github.reset();
    for (let n = 0; n < 100; n += 1) expect(repository.attend("work")).toBeNull();
    expect(squad.github.requests).toBe(0);
  });

  it("never make Muster ask before the time that GitHub gave, also by asking for a look", async () => {
    await squad.usual();
    await repository.look();
    squad.github.inject({ match: () => true, fault: faults.secondaryLimit({ retryAfter: 900 }) });
    squad.tick(2 * MINUTE);
    await repository.look();
    expect(notBefore(repository.state)).toBe(squad.now + 15 * MINUTE);
    expect(repository.next).toBeGreaterThanOrEqual(squad.now + 15 * MINUTE);
    squad.github.reset();
    squad.tick(10 * MINUTE);
    expect(repository.attend("work")).toBeNull();
    expect(repository.revalidate().started).toBe(true);
    await repository.look();
    expect(squad.github.requests).toBe(0);
    expect(repository.state.squad.outcome).toBe("complete");
    squad.tick(6 * MINUTE);
    await repository.look();
    expect(repository.state.standings.registry.failing).toBeNull();
  });
});

describe("pictures", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );

  it("are asked for when somebody opens the repository, and not for the overview", async () => {
    const avatar = { kind: "repository-path", path: ".squad/agents/docs-writer/face.png" };
    const { record } = await import("@/lib/systems/squad/test-squad");
    await squad.registry({ "docs-writer": record("Vesta", { avatar }) });
    await squad.repository.push({ [avatar.path]: PNG });
    void repository.attend("overview");
    await repository.look();
    const blobs = () => squad.github.log.filter(({ path }) => path.includes("/git/blobs/")).length;
    expect([repository.state.pictures.get("docs-writer"), blobs()]).toEqual(["unread", 1]);
    expect(repository.attend("overview")).toBeNull();
    await repository.attend("repository");
    await repository.look();
    expect(repository.state.pictures.get("docs-writer")).toMatchObject({ shown: true });
    expect(blobs()).toBe(2);
    await repository.look();
    expect(blobs()).toBe(2);
  });
});

describe("many repositories with one token", () => {
  it("are looked at so seldom that all their requests together stay below two thirds of what GitHub allows", () => {
    const tempo = new Tempo();
    for (let n = 0; n < 500; n += 1) tempo.weigh(`owner/r${n}`, 3);
    const perMinute = (1_500 * MINUTE) / tempo.pace;
    expect(perMinute).toBeLessThanOrEqual(600);
    expect(perMinute).toBeGreaterThan(500);
    // One that came to have ten goals counts with them, and once.
    tempo.weigh("owner/r1", 12);
    tempo.weigh("owner/r1", 12);
    expect(tempo.pace).toBe((1_500 + 9) * 110);
  });

  it("let the one that somebody opens go before those that wait", async () => {
    const lanes = new Lanes(1);
    const order: string[] = [];
    let free: () => void = () => undefined;
    const busy = lanes.run(() => new Promise<void>((resolve) => (free = resolve)));
    const names = ["a", "b", "c"].map((name) => ({ name }));
    const rest = names.map((one) => lanes.run(async () => void order.push(one.name), one));
    lanes.hurry(names[2] as object);
    lanes.hurry({});
    free();
    await Promise.all([busy, ...rest]);
    expect(order).toEqual(["c", "a", "b"]);
  });
});
