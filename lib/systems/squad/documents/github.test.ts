import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../../e2e/github";
import { GitHubSquad, MAINTAINER, REGISTRY, ROWS } from "../testing/github-squad";
import { readPicture } from "../pictures";
import { record } from "../test-squad";
import { agentDocument } from "./agent";
import { evidenceDocument } from "./evidence";
import { heldData } from "./held";
import { nextStep } from "./next-step";
import { avatarPiece } from "./piece-avatar";
import { commentPiece } from "./piece-comment";
import { registryPiece } from "./piece-registry";
import { registryDocument } from "./registry";
import { registryStatement, workStatement } from "./statements";
import { statusDocument } from "./status";
import { workDocument } from "./work";

let squad: GitHubSquad;

beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const status = () => statusDocument(squad.state, { now: squad.now, next: squad.now + 60_000, open: false }).data;
const bands = () => Object.fromEntries(status().bands.map(({ code, title }) => [code, title]));

describe("what is said of a repository on GitHub", () => {
  it("is not said to be exported, and has no band when all is well", async () => {
    await squad.usual();
    await squad.look({ titles: true });
    expect(status()).toMatchObject({
      source: { kind: "github", exported: false },
      github: { fullName: "owner/repository", discovery: null },
      bands: [],
    });
    expect(workDocument(squad.state.squad).data.exported).toBe(false);
    expect(evidenceDocument(squad.state.squad).data.titles).toMatchObject({ path: null, fault: null });
  });

  it("leads from every fact to the same place on GitHub, at the snapshot's commit and lines", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    const sha = await squad.repository.sha();
    const registry = registryPiece(squad.state.squad, "/agents/docs-writer/role");
    const line = registry?.bytes?.first;
    const home = `${squad.github.webUrl}/owner/repository`;
    expect(registry?.source.permalink).toBe(`${home}/blob/${sha}/${REGISTRY}#L${line}`);
    expect(registryPiece(squad.state.squad, "")?.source.permalink).toBe(`${home}/blob/${sha}/${REGISTRY}`);
    expect(commentPiece(squad.state.squad, comment, "/0")?.source.permalink).toBe(
      `${home}/issues/45#issuecomment-${comment}`,
    );
    expect(commentPiece(squad.state.squad, comment, "/0")?.source.issues).toEqual([
      { what: "goal", number: 45, url: `${home}/issues/45` },
      { what: "epic", number: 1045, url: `${home}/issues/1045` },
      { what: "task", number: 101, url: `${home}/issues/101` },
    ]);
  });

  it("says that GitHub limits requests, when it is asked again, and how old the answer is that stands", async () => {
    await squad.usual();
    await squad.look();
    squad.tick(120_000);
    squad.github.inject({ match: () => true, fault: faults.secondaryLimit(), times: Infinity });
    await squad.look();
    const band = status().bands.find(({ code }) => code === "stale");
    expect(band?.title).toBe("Last confirmed 2 min ago");
    expect(band?.text).toContain("GitHub is limiting requests. This is no question of permission");
    expect(band?.text).toContain("Next try in");
    expect(status()).toMatchObject({ identity: { state: "stale" }, work: { state: "complete" } });
  });

  it("names both causes where GitHub says not found, and shows nothing of the old copy", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.remove();
    await squad.look();
    const statement = registryStatement(squad.state.squad);
    expect(statement).toMatchObject({ code: "no-access", title: "Muster finds no repository here that it may read" });
    expect(statement?.meaning).toContain("Not found, or no permission to read: GitHub does not say which.");
    expect(statement?.meaning).toContain("Nothing of an earlier copy is shown either.");
    expect(status()).toMatchObject({ identity: { state: "unavailable", text: "no access" }, revision: null });
    expect(workDocument(squad.state.squad).data.goals).toEqual([]);
    expect(nextStep(squad.state.squad)?.text).toBe("Check its name and what the token may read");
  });

  it("tells a token that is not accepted from a repository that may not be read", async () => {
    squad.token = "unknown";
    await squad.look();
    expect(registryStatement(squad.state.squad)?.code).toBe("no-access-token");
    expect(nextStep(squad.state.squad)?.text).toBe("Check the token");
  });

  it("tells a registry that is missing from a repository that is", async () => {
    await squad.repository.push({ "README.md": "nothing here" });
    await squad.look();
    expect(registryStatement(squad.state.squad)?.code).toBe("missing");
    expect(status().identity).toMatchObject({ state: "unavailable", cause: "missing" });
  });

  it("keeps Identity and says no access to the work where issues may not be read", async () => {
    await squad.usual();
    squad.github.addToken("contents-only", { repositories: { "owner/repository": ["contents", "metadata"] } });
    squad.token = "contents-only";
    await squad.look();
    expect(status()).toMatchObject({ identity: { state: "complete" }, work: { state: "unavailable" } });
    expect(bands()["comments"]).toBe("No access to the work");
    expect(workStatement(squad.state.squad)?.code).toBe("comments-no-access");
    const agent = agentDocument(squad.state.squad, "docs-writer").data;
    expect(JSON.stringify(agent)).toContain("comments cannot be read");
  });

  it("says that discovery runs, how far it is, and that there may be goals nobody knows", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 7, title: "Chatter" });
    for (let n = 0; n < 1_150; n += 1) squad.repository.addComment(7, `Comment ${n}`);
    await squad.look();
    expect(bands()["discovery"]).toBe("Discovery running, 1,100 comments read");
    expect(status().work?.text ?? "").toContain("discovery running");
    await squad.look();
    await squad.look();
    await squad.look();
    expect(bands()["discovery"]).toBeUndefined();
    expect(squad.resolved()).toEqual({ "#101": "runtime-engineer", "#102": "docs-writer" });
  });

  it("says that nobody activated anything only when all comments were read", async () => {
    await squad.registry({ "runtime-engineer": record("Kepler") });
    await squad.look();
    expect(workStatement(squad.state.squad)?.code).toBe("no-goals");
    expect(status().work).toBeNull();
  });

  it("says the new name of a renamed repository, and that bindings with the old one are refused", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.rename("owner/renamed");
    await squad.look();
    expect(status().github?.fullName).toBe("owner/renamed");
    expect(bands()["renamed"]).toBe("Renamed to owner/renamed");
    expect(status().identity.state).toBe("complete");
    expect(squad.goals()).toEqual({ "#45": "refused" });
  });

  it("holds what it knew when another repository answers under the name, and says both numbers", async () => {
    await squad.usual();
    await squad.look();
    const first = squad.repository.id;
    const other = squad.repository.replace({ private: false });
    await other.push({ [REGISTRY]: "{}" });
    await squad.look();
    expect(bands()["held"]).toBe("Held: another repository answers under the name");
    expect(status().identity).toMatchObject({ state: "held", text: "another repository answers under the name" });
    expect(heldData(squad.state.squad)).toMatchObject({
      because: "repository",
      accepted: { repositoryId: first, revision: 4 },
      found: { repositoryId: other.id, revision: null },
      diff: null,
    });
    expect(squad.resolved()).toEqual({ "#101": "runtime-engineer", "#102": "docs-writer" });
    expect(nextStep(squad.state.squad)).toMatchObject({ view: "held" });
    expect(nextStep(squad.state.squad)?.text).toContain("See whether the other repository is meant");
  });

  it("holds a registry that went back and one that was published twice, and says which revisions they are", async () => {
    const agents = { "runtime-engineer": record("Kepler") };
    const before = await squad.registry(agents, { revision: 4 });
    await squad.look();
    await squad.registry(agents, { revision: 5, generated_at: "2026-09-21T20:30:00.000Z" });
    await squad.look();
    await squad.repository.push({ "README.md": "x" }, { force: before });
    await squad.look();
    expect(bands()["held"]).toBe("Held: revision 5 went back to 4");
    expect(status()).toMatchObject({
      identity: { state: "held", text: "revision 5 went back to 4" },
      revision: 5,
      tabs: { held: 1 },
    });
    expect(nextStep(squad.state.squad)).toEqual({
      text: "See what changed in the registry, and accept it or have it put right",
      detail: "Revision 5 went back to 4. The last accepted registry is shown.",
      view: "held",
    });
    await squad.registry(agents, { revision: 5, generated_at: "2026-09-21T21:00:00.000Z" });
    await squad.look();
    expect(bands()["held"]).toBe("Held: revision 5 was published twice");
    await squad.registry(agents, { revision: 6, generated_at: "2026-09-21T22:00:00.000Z" });
    await squad.look();
    expect(bands()).toEqual({});
    expect(status().tabs.held).toBeNull();
  });

  it("says what was unusual about a registry that is accepted with warnings, and leads to its evidence", async () => {
    const agents = { "runtime-engineer": record("Kepler") };
    await squad.registry(agents, { revision: 4 });
    await squad.look();
    await squad.registry(agents, { revision: 7 });
    await squad.look();
    expect(bands()).toEqual({ warned: "Accepted with 2 remarks" });
    expect(status().identity.state).toBe("complete");
    const codes = registryDocument(squad.state.squad).diagnostics.map(({ code }) => code);
    expect(codes).toEqual(["continuity-generated-at-not-advanced", "continuity-revision-jumped"]);
    const piece = registryPiece(squad.state.squad, "");
    expect(piece?.warned.map(({ code }) => code)).toEqual(codes);
  });

  it("shows issues by their number when titles cannot be read, and changes no verdict", async () => {
    await squad.usual();
    squad.github.inject({
      match: ({ body }) => body?.query.includes("Titles") ?? false,
      fault: faults.serverError(502, "html"),
      times: Infinity,
    });
    await squad.look({ titles: true });
    expect(bands()["titles"]).toBe("No titles");
    expect(status()).toMatchObject({ identity: { state: "complete" }, work: { state: "complete" } });
  });

  it("says why a thread is not read, and reads the others", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 60, title: "Another goal" });
    squad.activate(60, [{ task: "1.1", issue: 161, agent: "docs-writer" }]);
    squad.github.inject({
      match: ({ route, path }) => route === ROUTES.thread && path.includes("/60/"),
      fault: faults.serverError(500, "json"),
      times: Infinity,
    });
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "bound", "#60": "unread" });
    expect(squad.resolved()).toMatchObject({ "#101": ROWS[0]?.agent });
    const goal = workDocument(squad.state.squad).data.goals.find(({ issue }) => issue === 60);
    expect(goal?.diagnostics[0]?.message).toContain("GitHub had a fault of its own and answered 500.");
  });

  it("leads nowhere from a path with half a character in it, and shows its evidence all the same", async () => {
    const path = ".squad/agents/docs-writer/x\ud800.png";
    const avatar = { kind: "repository-path", path };
    await squad.registry({ "docs-writer": record("Vesta", { avatar }) });
    await squad.look({ pictures: true });
    const { roster, file } = squad.state.squad;
    const agent = roster?.agents.get("docs-writer");
    if (agent === undefined || file === null) throw new Error("The record is valid.");
    const reading = await readPicture(squad.plan.source, file.pin, agent, {});
    const piece = avatarPiece(squad.state.squad, agent, reading);
    expect([piece.picture, piece.source.permalink]).toEqual([null, null]);
    expect(piece.failed).toHaveLength(1);
  });

  it("names the account that edited an artifact, which decides whether it counts", async () => {
    const { comment } = await squad.usual();
    squad.tick(60_000);
    squad.repository.editComment(comment, squad.repository.comment(comment)?.body ?? "", { editor: MAINTAINER });
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "refused" });
    const editor = commentPiece(squad.state.squad, comment, "")?.source.comment?.editor;
    expect(editor).toEqual({ id: MAINTAINER.id, type: "User", login: MAINTAINER.login });
  });

  it("says before the first answer why there is none, and gives no advice about permissions", async () => {
    await squad.usual();
    squad.github.inject({ match: () => true, fault: faults.cut(), times: Infinity });
    await squad.look();
    expect(nextStep(squad.state.squad)).toMatchObject({ text: "See why GitHub cannot be read" });
    expect(status().work).toBeNull();
    expect(evidenceDocument(squad.state.squad).data.wholly).toBe(false);
  });

  it("says unchanged of bytes that were given whole once more after a failure", async () => {
    await squad.usual();
    await squad.look();
    squad.github.inject({ match: () => true, fault: faults.cut(), times: 20 });
    squad.tick(60_000);
    await squad.look();
    squad.github.heal();
    squad.tick(60_000);
    await squad.look();
    expect(status().registry).toMatchObject({ state: "fresh", answer: "unchanged" });
  });
});
