import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Decision } from "@/lib/store/types";
import { aboutDecision } from "@/lib/systems/squad/decision";
import { lookAtSquad, unreadSquad, type SquadState } from "@/lib/systems/squad/squad";
import { record, registryOf, TestSquad } from "@/lib/systems/squad/test-squad";
import { baselineFor, serveDecision, type Decider } from "./baseline";
import { MAX_BODY } from "./decision-request";
import type { Decided, Deciding } from "./keeping/decide";
import { Door, operatorToken } from "./operator";

const TOKEN = "a-token-for-operators";
const ID = "0123456789abcdef".repeat(4);
const ASK: Deciding = { held: ID, who: "Ada", why: "It was meant." };

let squad: TestSquad;
let state: SquadState;
let now: number;
let door: Door;
beforeEach(async () => {
  process.env["MUSTER_OPERATOR_TOKEN"] = TOKEN;
  now = 1_000_000;
  door = new Door(() => now);
  squad = new TestSquad();
  const plan = squad.plan();
  state = unreadSquad(plan, 0);
  for (const revision of [6, 5]) {
    squad.registry({ ...registryOf({ "docs-writer": record("Vesta") }), revision });
    state = await lookAtSquad(plan, state, {}, () => 0);
  }
});
afterEach(() => {
  delete process.env["MUSTER_OPERATOR_TOKEN"];
  squad.done();
});

/** A repository whose store takes every decision, or answers what it is told to, and what it was asked for. */
function decider(answer?: Decided): Decider & { readonly asked: Deciding[] } {
  const asked: Deciding[] = [];
  const { held } = state.squad;
  const about = held === null ? "" : aboutDecision(held);
  const recorded = (by: Deciding): Decision => ({
    ...{ id: "decision-1", repository: "owner/repository", at: 1_000, who: by.who, why: by.why, about },
  });
  return {
    asked,
    state,
    archive: {
      decide: async (by) => {
        asked.push(by);
        return answer ?? { ok: true, decision: recorded(by) };
      },
      decisions: async () => asked.map(recorded),
    },
  };
}

interface Sent {
  readonly token?: string | null;
  readonly type?: string;
  readonly body?: BodyInit;
}
const BEARER = `Bearer ${TOKEN}`;
function post({ token = BEARER, type = "application/json", body = JSON.stringify(ASK) }: Sent = {}): Request {
  const headers = new Headers({ "content-type": type });
  if (token !== null) headers.set("authorization", token);
  return new Request("http://127.0.0.1/api", { method: "POST", headers, body });
}
async function answered(sent?: Sent, to: Decider = decider()) {
  const response = await serveDecision(post(sent), to, door);
  const body = (await response.json()) as { code?: string; errors?: { pointer: string }[]; decision?: object };
  return { status: response.status, code: body.code, body, headers: response.headers };
}

describe("a decision that is sent", () => {
  it("with the token is recorded as it was written, and answered with what was decided", async () => {
    const to = decider();
    const { status, body } = await answered({}, to);
    expect([status, to.asked]).toEqual([200, [ASK]]);
    expect(body.decision).toMatchObject({ who: "Ada", before: { revision: 6 }, after: { revision: 5 } });
  });

  it.each([
    ["nothing-held", 404, "nothing-held"],
    ["baseline-moved", 409, "baseline-moved"],
    ["store", 503, "store-unavailable"],
  ] as const)("and not taken because of %s is answered %i with the reason", async (code, status, said) => {
    const message = "A sentence for people.";
    const { body, ...answer } = await answered({}, decider({ ok: false, code, message }));
    expect(answer).toMatchObject({ status, code: said });
    expect(body).toMatchObject({ detail: message });
  });

  it.each([
    ["is shorter than a token may be", "fifteen-letters"],
    ["is empty", ""],
    ["is not set", undefined],
    ["has a space in it", "sixteen letters in all"],
  ])("is refused where the server's token %s", async (_, token) => {
    if (token === undefined) delete process.env["MUSTER_OPERATOR_TOKEN"];
    else process.env["MUSTER_OPERATOR_TOKEN"] = token;
    expect(operatorToken()).toBeNull();
    const to = decider();
    expect(await answered({ token: `Bearer ${token}` }, to)).toMatchObject({ status: 403, code: "operator-off" });
    expect(to.asked).toEqual([]);
  });

  it.each([null, "", "Bearer", "Bearer ", `Basic ${TOKEN}`, `${BEARER}x`, `${BEARER} x`, BEARER.slice(0, -1), TOKEN])(
    "with %j in place of the token decides nothing",
    async (token) => {
      const to = decider();
      const answer = await answered({ token }, to);
      expect([answer.status, answer.code]).toEqual([401, "not-operator"]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(to.asked).toEqual([]);
    },
  );

  it("is not heard after five wrong tokens within a minute, whoever sends it, until the minute has passed", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await answered({ token: `Bearer guess-${n}` })).status).toBe(401);
      now += 1_000;
    }
    const locked = await answered();
    expect([locked.status, locked.code, locked.headers.get("retry-after")]).toEqual([429, "too-many-tries", "55"]);
    now += 54_999;
    expect((await answered()).status).toBe(429);
    now += 1;
    expect((await answered()).status).toBe(200);
  });

  it("without any token is no guess, and keeps nobody out", async () => {
    for (let n = 0; n < 20; n += 1) expect((await answered({ token: null })).status).toBe(401);
    expect((await answered()).status).toBe(200);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "as %j is refused",
    async (type) => expect(await answered({ type })).toMatchObject({ status: 415, code: "not-json" }),
  );

  it("as application/json in whatever letters, with a charset, is taken", async () => {
    expect((await answered({ type: "Application/JSON; charset=utf-8" })).status).toBe(200);
  });

  it("longer than 16 kB is refused, whether or not it says how long it is", async () => {
    const long = JSON.stringify({ ...ASK, why: "x".repeat(MAX_BODY) });
    expect(await answered({ body: long })).toMatchObject({ status: 413, code: "body-too-large" });
    let parts = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (to) => {
        parts += 1;
        to.enqueue(new Uint8Array(4_096).fill(0x20));
      },
    });
    const init = { method: "POST", headers: post().headers, body: endless, duplex: "half" };
    const response = await serveDecision(new Request("http://127.0.0.1/api", init), decider(), door);
    expect(response.status).toBe(413);
    expect(parts).toBeLessThan(10);
  });

  it.each([
    ["no JSON", "{", ""],
    ["no object", "[]", ""],
    ["a repeated member", `{"held":"${ID}","who":"a","who":"b","why":"c"}`, "/who"],
    ["no name", JSON.stringify({ ...ASK, who: undefined }), "/who"],
    ["an empty name", JSON.stringify({ ...ASK, who: " \u00a0 " }), "/who"],
    ["a name that is too long", JSON.stringify({ ...ASK, who: "x".repeat(101) }), "/who"],
    ["a name that is no text", JSON.stringify({ ...ASK, who: 7 }), "/who"],
    ["half a character", `{"held":"${ID}","who":"\\ud800","why":"c"}`, "/who"],
    ["a line end in the name", JSON.stringify({ ...ASK, who: "a\nb" }), "/who"],
    ["a NUL in the reason", JSON.stringify({ ...ASK, why: "a\u0000b" }), "/why"],
    ["a control character in the reason", JSON.stringify({ ...ASK, why: "a\u0085b" }), "/why"],
    ["a reason that is too long", JSON.stringify({ ...ASK, why: "x".repeat(1_001) }), "/why"],
    ["no difference", JSON.stringify({ ...ASK, held: "latest" }), "/held"],
    ["a member too many", JSON.stringify({ ...ASK, "a/b": 1 }), "/a~1b"],
  ])("with %s is refused, and says where", async (_, body, pointer) => {
    const to = decider();
    const answer = await answered({ body }, to);
    expect([answer.status, answer.code]).toEqual([400, "bad-decision"]);
    expect(answer.body.errors?.map((one) => one.pointer)).toEqual([pointer]);
    expect(to.asked).toEqual([]);
  });

  it("with the longest name and reason that are allowed is taken", async () => {
    const longest = { ...ASK, who: "x".repeat(100), why: "y".repeat(1_000) };
    expect((await answered({ body: JSON.stringify(longest) })).status).toBe(200);
  });
});

describe("the baseline's document", () => {
  it("says what is accepted, what is held, who decided what, and whether anybody can decide here", async () => {
    const to = decider();
    await serveDecision(post(), to, door);
    expect((await baselineFor(to)).data).toMatchObject({
      baseline: { revision: 6 },
      held: { found: { revision: 5 } },
      decisions: [{ who: "Ada", at: "1970-01-01T00:00:01.000Z", findings: ["continuity-revision-lower"] }],
      operator: true,
    });
    delete process.env["MUSTER_OPERATOR_TOKEN"];
    expect((await baselineFor(to)).data.operator).toBe(false);
  });

  it("says that decisions cannot be read, and shows one whose record is broken with who and why alone", async () => {
    const broken: Decision = { id: "1", repository: "r", at: 0, who: "Ada", why: "So.", about: "{" };
    expect(
      (await baselineFor({ ...decider(), archive: { ...decider().archive, decisions: async () => null } })).data
        .decisions,
    ).toBeNull();
    expect(
      (await baselineFor({ ...decider(), archive: { ...decider().archive, decisions: async () => [broken] } })).data
        .decisions,
    ).toEqual([
      { id: "1", at: "1970-01-01T00:00:00.000Z", who: "Ada", why: "So.", before: null, after: null, findings: [] },
    ]);
  });
});
