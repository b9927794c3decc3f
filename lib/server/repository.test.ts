import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { record, registryOf, TestSquad } from "@/lib/systems/squad/test-squad";
import { Repository } from "./repository";
import { DIRECTORY } from "./rhythm";

let squad: TestSquad;
let repository: Repository;
let now: number;

beforeEach(() => {
  squad = new TestSquad();
  squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
  now = Date.parse("2026-10-01T00:00:00Z");
  repository = new Repository("owner/repository", squad.plan(), { rhythm: DIRECTORY, clock: () => now });
});
afterEach(() => {
  repository.close();
  squad.done();
});

describe("a repository in the runtime", () => {
  it("makes one look at a time, whoever asks", async () => {
    const looks = [repository.look(), repository.look(), repository.look()];
    expect(new Set(looks).size).toBe(1);
    await Promise.all(looks);
    expect(repository.state.squad.outcome).toBe("complete");
  });

  it("looks before it answers when its last look is old, and answers at once when it is not", async () => {
    const first = repository.attend();
    expect(first).not.toBeNull();
    await first;
    await repository.look();
    expect(repository.attend()).toBeNull();
    now += 60_000;
    expect(repository.attend()).not.toBeNull();
  });

  it("begins a look by request at most once in 10 s", () => {
    expect(repository.revalidate()).toEqual({ started: true, wait: 10_000 });
    now += 4_000;
    expect(repository.revalidate()).toEqual({ started: false, wait: 6_000 });
    now += 6_000;
    expect(repository.revalidate().started).toBe(true);
  });

  it("wakes whoever waits when the snapshot becomes another", async () => {
    await repository.look();
    const before = repository.state.squad.id;
    const woken = repository.changed(before, 60_000);
    squad.registry(registryOf({ "runtime-engineer": record("Kepler", { role: "Other" }) }));
    await repository.look();
    await woken;
    expect(repository.state.squad.id).not.toBe(before);
  });

  it("answers a question about another snapshot than its own at once", async () => {
    await expect(repository.changed("another", 60_000)).resolves.toBeUndefined();
  });

  it("lets go of who waits when they hang up or it closes", async () => {
    const { id } = repository.state.squad;
    const hangsUp = new AbortController();
    const waits = [repository.changed(id, 60_000, hangsUp.signal), repository.changed(id, 60_000)];
    hangsUp.abort();
    repository.close();
    await expect(Promise.all(waits)).resolves.toEqual([undefined, undefined]);
  });
});
