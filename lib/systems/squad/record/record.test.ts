import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sha256 } from "@/lib/contracts/core/look";
import { settle, unreadSquad, type SquadState } from "../squad";
import { record, TestSquad } from "../test-squad";
import { GitHubSquad } from "../testing/github-squad";
import { decode, decodeBaseline, encodeBaseline, parseRecord } from "./decode";
import { encode } from "./encode";

const none = new Set<Sha256>();

/** What a process that starts anew makes of what this one kept. */
function kept({ state, plan, now }: { state: SquadState; plan: GitHubSquad["plan"]; now: number }): SquadState {
  const { data, bodies, named } = encode(state, 99, none);
  const parsed = parseRecord(data);
  expect(parsed?.named).toEqual(named);
  const decoded = parsed === null ? null : decode(parsed, (sha256) => bodies.get(sha256) ?? null);
  if (decoded === null) throw new Error("the record could not be read back");
  expect(decoded.next).toBe(99);
  const baseline =
    state.baseline === null ? null : { ...state.baseline, ...decodeBaseline(encodeBaseline(state.baseline)) };
  return settle(plan, unreadSquad(plan, now), { ...decoded.facts, baseline }, now);
}

describe("what is kept of a repository on GitHub", () => {
  let squad: GitHubSquad;
  beforeEach(async () => void (squad = await GitHubSquad.start()));
  afterEach(() => squad.stop());

  it("is read back as it was, with the same snapshot", async () => {
    await squad.usual();
    squad.repository.addComment(45, "Just talk.", { author: { id: 9_001, login: "somebody", type: "User" } });
    await squad.look({ pictures: true, titles: true });
    await squad.later();
    const again = kept(squad);
    expect(again.standings).toEqual(squad.state.standings);
    expect(again.pictures).toEqual(squad.state.pictures);
    expect(again.baseline).toEqual(squad.state.baseline);
    expect(again.squad.id).toBe(squad.state.squad.id);
  });

  it("makes the look after a restart ask one thing more than usual: who the repository is now", async () => {
    await squad.usual();
    await squad.look();
    await squad.later();
    const usual = await squad.cost();
    const again = kept(squad);
    squad.restart();
    squad.state = again;
    const first = await squad.cost();
    expect(first.asked.filter((kind) => kind !== "listing")).toEqual(usual.asked);
    expect(first.asked).toHaveLength(usual.asked.length + 1);
    expect(await squad.cost()).toEqual(usual);
    expect(usual.points).toBe(0);
    expect(Object.keys(squad.resolved())).toHaveLength(2);
  });

  it("names no body twice and makes none that is kept already", async () => {
    await squad.usual();
    await squad.look();
    const first = encode(squad.state, 0, none);
    expect(first.bodies.size).toBe(first.named.size);
    const second = encode(squad.state, 0, first.named);
    expect(second.bodies.size).toBe(0);
    expect(second.data).toBe(first.data);
  });

  it("holds no token", async () => {
    squad.github.addToken("ghp_secretTokenOfSomebody", { repositories: "all" });
    squad.token = "ghp_secretTokenOfSomebody";
    await squad.usual();
    await squad.look();
    expect(encode(squad.state, 0, none).data).not.toContain("secretToken");
  });
});

describe("what is kept of a directory", () => {
  const squad = new TestSquad();
  afterEach(() => squad.done());

  it("is a miss as a whole where a body is missing or is not what it should be, and where the data was changed", async () => {
    squad.registry({ schema: "x" });
    squad.registry(JSON.stringify({ "docs-writer": record("Vesta") }));
    squad.thread(45, []);
    const plan = squad.plan();
    const { lookAtSquad } = await import("../squad");
    const state = await lookAtSquad(plan, unreadSquad(plan, 0), {}, () => 1);
    const { data, bodies } = encode(state, 0, none);
    const parsed = parseRecord(data);
    if (parsed === null) throw new Error("unreadable");
    expect(bodies.size).toBeGreaterThan(1);
    for (const missing of bodies.keys()) {
      expect(decode(parsed, (sha256) => (sha256 === missing ? null : (bodies.get(sha256) ?? null)))).toBeNull();
    }
    const garbage = new TextEncoder().encode('{"issue":45}');
    const thread = [...parsed.named].find((one) => one !== parsed.shape.registry.accepted?.sha256);
    expect(thread).toBeDefined();
    for (const altered of ["", "null", "[]", data.replace('"version":1', '"version":2'), data.replace("answered", "x")])
      expect(parseRecord(altered)).toBeNull();
    expect(decode(parsed, () => garbage)).toBeNull();
  });
});
