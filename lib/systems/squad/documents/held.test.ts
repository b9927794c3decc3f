import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DecisionLine } from "../document-types";
import { GitHubSquad } from "../testing/github-squad";
import { record } from "../test-squad";
import { agentDocument } from "./agent";
import { baselineDocument } from "./baseline";
import { evidenceDocument } from "./evidence";
import { heldData, MAX_DIFF_AGENTS } from "./held";
import { nextStep } from "./next-step";
import { foundPiece } from "./piece-found";
import { registryPiece } from "./piece-registry";
import { registryDocument } from "./registry";
import { statusDocument } from "./status";
import { workDocument } from "./work";

const SECRET_ROLE = "keeper of the secret role";
const ACCEPTED = { "secret-agent": record("Kepler", { role: SECRET_ROLE }), "docs-writer": record("Vesta") };
const FOUND = { "docs-writer": record("Pallas", { role: "critic" }), newcomer: record("Ceres") };

let squad: GitHubSquad;
beforeEach(async () => {
  squad = await GitHubSquad.start({ hosted: { private: true } });
  squad.github.addToken("token-two", { repositories: "all" });
  await squad.registry(ACCEPTED, { revision: 6 });
  await squad.look();
  await squad.registry(FOUND, { revision: 7, generated_at: "2026-09-22T20:00:00.000Z" });
  await squad.later();
});
afterEach(() => squad.stop());

const at = () => ({ now: squad.now, next: squad.now + 60_000, open: false });
const LINE: DecisionLine = {
  ...{ id: "1", at: "2026-10-01T00:00:00.000Z", who: "Ada", why: "It was meant.", findings: [] },
  before: { repositoryId: 1, revision: 2, sha256: "a".repeat(64), generatedAt: null, pin: null, agents: 3 },
  after: null,
};

describe("what is said of a registry that is held", () => {
  it("is both sides, every finding, and what differs with what holds first", () => {
    const data = heldData(squad.state.squad);
    expect(data).toMatchObject({
      because: "registry",
      withheld: false,
      moved: "1 agent is gone, and the role of 1 agent changed",
      accepted: { revision: 6, agents: 2, repositoryId: squad.repository.id },
      found: { revision: 7, agents: 2 },
      diff: { counts: { gone: 1, changed: 1, added: 1, unchanged: 0 } },
    });
    expect(data?.diff?.agents.map(({ id, held }) => [id, held])).toEqual([
      ["secret-agent", true],
      ["docs-writer", true],
      ["newcomer", false],
    ]);
    expect(registryDocument(squad.state.squad).data.held).toEqual(data);
  });

  it("is proved by the bytes of both sides, of which only the accepted ones count", () => {
    const found = foundPiece(squad.state.squad, "/agents/docs-writer/role");
    expect(found?.claim).toMatchObject({ state: "held", word: "Held" });
    expect(found?.bytes?.lines.some(({ text }) => text.includes("critic"))).toBe(true);
    expect(found?.failed.map(({ code }) => code)).toEqual(["continuity-role-changed"]);
    expect(found?.related).toEqual([expect.objectContaining({ address: "registry:/agents/docs-writer/role" })]);
    expect(found?.source.sha256).toBe(heldData(squad.state.squad)?.found.sha256);
    expect(foundPiece(squad.state.squad, "/agents/secret-agent")).toBeNull();
    expect(registryPiece(squad.state.squad, "/agents/secret-agent")).not.toBeNull();
    const files = evidenceDocument(squad.state.squad).data.files.map(({ address, verdict }) => [address, verdict]);
    expect(files).toEqual([
      ["registry:", "Last accepted"],
      ["found:", "Held"],
    ]);
  });

  it("lists so many agents and no more, and counts all", async () => {
    const many = Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`agent-${n}`, record(`Agent ${n}`)]));
    await squad.registry({ ...FOUND, ...many }, { revision: 8 });
    await squad.later();
    const { diff } = heldData(squad.state.squad) ?? {};
    expect(diff?.agents).toHaveLength(MAX_DIFF_AGENTS);
    expect(diff?.counts.added).toBe(231);
    expect(diff?.agents[0]?.held).toBe(true);
  });

  it("is nothing where nothing is held", async () => {
    await squad.registry(ACCEPTED, { revision: 7, generated_at: "2026-09-22T20:00:00.000Z" });
    await squad.later();
    expect(heldData(squad.state.squad)).toBeNull();
    expect(foundPiece(squad.state.squad, "")).toBeNull();
  });
});

describe("another credential", () => {
  beforeEach(async () => {
    squad.token = "token-two";
    await squad.later();
  });

  it("learns no role, no ID, no name and no hash of the accepted copy, from any document", () => {
    const { squad: seen, baseline } = squad.state;
    const said = JSON.stringify([
      registryDocument(seen),
      evidenceDocument(seen),
      workDocument(seen),
      agentDocument(seen, "docs-writer"),
      statusDocument(squad.state, at()),
      baselineDocument(seen, [LINE], true),
      nextStep(seen),
      registryPiece(seen, ""),
      foundPiece(seen, ""),
    ]);
    for (const secret of [SECRET_ROLE, "secret-agent", "Kepler", "Vesta", baseline?.facts?.sha256 ?? "no hash"])
      expect(said.includes(secret), secret).toBe(false);
    expect(said).toContain("Pallas");
  });

  it("is told which rules are broken, between which revisions, and that the rest is not for it", () => {
    expect(heldData(squad.state.squad)).toMatchObject({
      withheld: true,
      moved: "some agents are gone, and the role of some agents changed",
      accepted: { revision: 6, repositoryId: null, sha256: null, pin: null, agents: null, acceptedAt: null },
      found: { revision: 7, agents: 2 },
      diff: null,
    });
    for (const { message, rule, pointer, value } of heldData(squad.state.squad)?.findings ?? [])
      expect([message, pointer, value]).toEqual([rule, "", undefined]);
    expect(statusDocument(squad.state, at()).data.identity).toMatchObject({ state: "held", cause: "held" });
    expect(registryDocument(squad.state.squad).data.statement?.code).toBe("held");
  });

  it("sees of decisions who and why, and of their sides the revisions alone", () => {
    const [line] = baselineDocument(squad.state.squad, [LINE], true).data.decisions ?? [];
    expect(line).toMatchObject({
      who: "Ada",
      why: "It was meant.",
      before: { revision: 2, sha256: null, agents: null },
    });
  });
});

describe("nobody who may not read the repository", () => {
  it("learns even the revision that was accepted", async () => {
    squad.github.addToken("token-three", { repositories: {} });
    squad.token = "token-three";
    await squad.later();
    const { data } = baselineDocument(squad.state.squad, [LINE], true);
    expect(data.held).toBeNull();
    expect(data.baseline).toMatchObject({ revision: null, sha256: null });
    expect(data.decisions?.[0]?.before).toMatchObject({ revision: null, sha256: null });
  });
});
