import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer, Look } from "./look";
import { freshness, READING, stand, type Standing } from "./standing";

const look = <T>(at: number, answer: Answer<T>): Look<T> => ({ at, millis: 5, requests: 1, ...answer });
const value = (at: number, text: string): Look<string> => look(at, { answer: "value", value: text });
const failed = (at: number, retryAt?: number): Look<string> =>
  look(at, { answer: "failed", cause: "network", detail: "no route", ...(retryAt === undefined ? {} : { retryAt }) });
const after = (...looks: Look<string>[]): Standing<string> =>
  looks.reduce<Standing<string>>((prior, each) => stand(prior, each), READING);

describe("a standing", () => {
  it("is reading before the first answer, also while looks fail", () => {
    expect(freshness(READING, 0, 10)).toBe("reading");
    const standing = after(failed(1), failed(2));
    expect(standing).toEqual({
      answered: null,
      failing: { cause: "network", detail: "no route", since: 1, last: 2, retryAt: null },
      accepted: null,
    });
    expect(freshness(standing, 1_000, 10)).toBe("reading");
  });

  it("stands on a value from the moment it was looked at", () => {
    expect(after(failed(1), value(2, "a"))).toEqual({
      answered: { at: 2, since: 2, result: { value: "a" } },
      failing: null,
      accepted: null,
    });
  });

  it("keeps the last answer through failures, and notes the first and last of them with the next try", () => {
    const standing = after(value(1, "a"), failed(5), failed(7, 99));
    expect(standing.answered).toEqual({ at: 1, since: 1, result: { value: "a" } });
    expect(standing.failing).toEqual({ cause: "network", detail: "no route", since: 5, last: 7, retryAt: 99 });
    expect(after(value(1, "a"), failed(5), value(6, "a"), failed(7)).failing?.since).toBe(7);
  });

  it("is confirmed by `unchanged`, which keeps the moment of the first answer", () => {
    expect(after(value(1, "a"), failed(2), look(3, { answer: "unchanged" }))).toEqual({
      answered: { at: 3, since: 1, result: { value: "a" } },
      failing: null,
      accepted: null,
    });
  });

  it("takes `unchanged` without an answer before it for a failure of the source", () => {
    const standing = after(look(3, { answer: "unchanged" }));
    expect(standing.answered).toBeNull();
    expect(standing.failing).toEqual({
      cause: "malformed",
      detail: "The source said that nothing has changed, but nothing had been read before.",
      since: 3,
      last: 3,
      retryAt: null,
    });
  });

  it("shows nothing of a value once the source answers that there is none, or that it may not be read", () => {
    expect(after(value(1, "a"), look(2, { answer: "absent", what: "path" })).answered).toEqual({
      at: 2,
      since: 2,
      result: { because: "absent", what: "path" },
    });
    const help = "https://example.org/access";
    const denied = look<string>(2, { answer: "denied", status: 403, detail: "x", help });
    expect(after(value(1, "a"), denied).answered?.result).toEqual({
      because: "denied",
      status: 403,
      detail: "x",
      help,
    });
    expect(after(value(1, "a"), look(2, { answer: "denied", status: 404, detail: "x" })).answered?.result).toEqual({
      because: "denied",
      status: 404,
      detail: "x",
    });
    expect(after(value(1, "a"), look(2, { answer: "unfit", why: "link", detail: "y" })).answered?.result).toEqual({
      because: "unfit",
      why: "link",
      detail: "y",
    });
    expect(after(look(2, { answer: "absent", what: "path" }), value(3, "b")).answered?.result).toEqual({ value: "b" });
  });

  it("keeps since when it has no value while the reason stays, and only then", () => {
    const absent = (what: "path" | "ref"): Answer<string> => ({ answer: "absent", what });
    const denied = (status: number, detail = ""): Answer<string> => ({ answer: "denied", status, detail });
    const unfit = (why: "link" | "lfs", detail = ""): Answer<string> => ({ answer: "unfit", why, detail });
    const since = (first: Answer<string>, second: Answer<string>): number | undefined =>
      after(look(1, first), look(9, second)).answered?.since;
    expect(since(absent("path"), absent("path"))).toBe(1);
    expect(since(absent("path"), absent("ref"))).toBe(9);
    expect(since(absent("path"), denied(404))).toBe(9);
    expect(since(denied(403, "a"), denied(403, "b"))).toBe(1);
    expect(since(denied(403), denied(401))).toBe(9);
    expect(since(denied(403), unfit("link"))).toBe(9);
    expect(since(unfit("link", "a"), unfit("link", "b"))).toBe(1);
    expect(since(unfit("link"), unfit("lfs"))).toBe(9);
    expect(since(unfit("link"), absent("path"))).toBe(9);
    expect(since({ answer: "value", value: "a" }, absent("path"))).toBe(9);
  });

  it("clears its failures with any answer", () => {
    for (const answer of [
      { answer: "absent", what: "ref" },
      { answer: "denied", status: 401, detail: "" },
      { answer: "unfit", why: "lfs", detail: "" },
    ] as const) {
      expect(after(failed(1), look(2, answer)).failing).toBeNull();
    }
  });

  it("leaves what was accepted as it is, whatever the look says", () => {
    const accepted = { ...after(value(1, "good")), accepted: "good" };
    for (const next of [value(2, "bad"), failed(2), look<string>(2, { answer: "absent", what: "path" })])
      expect(stand(accepted, next).accepted).toBe("good");
  });
});

describe("freshness", () => {
  it("is fresh while looks succeed, however old the last one is", () => {
    expect(freshness(after(value(0, "a")), 1_000_000, 10)).toBe("fresh");
  });

  it("is stale while looks fail, up to and including the limit since the last success, then expired", () => {
    const standing = after(value(100, "a"), failed(105));
    expect(freshness(standing, 110, 10)).toBe("stale");
    expect(freshness(standing, 111, 10)).toBe("expired");
    expect(freshness(standing, 50, 10)).toBe("stale");
    expect(freshness(after(value(0, "a"), look(100, { answer: "unchanged" }), failed(101)), 110, 10)).toBe("stale");
  });

  it("is the same for an answer without a value", () => {
    expect(freshness(after(look(100, { answer: "absent", what: "path" }), failed(101)), 111, 10)).toBe("expired");
  });
});

/** What a standing must be, said from the whole list of looks instead of step by step. */
function model(looks: readonly Look<string>[]): { result: string | null; failing: boolean } {
  const answers = looks.filter(
    ({ answer }, index) => answer !== "failed" && (answer !== "unchanged" || answeredBefore(looks, index)),
  );
  const last = answers.filter(({ answer }) => answer !== "unchanged").at(-1);
  const failing = looks.length > 0 && looks.at(-1) !== answers.at(-1);
  if (last === undefined) return { result: null, failing };
  return { result: last.answer === "value" ? `value ${last.value}` : last.answer, failing };
}

function answeredBefore(looks: readonly Look<string>[], index: number): boolean {
  return looks.slice(0, index).some(({ answer }) => answer !== "failed" && answer !== "unchanged");
}

function shown({ answered }: Standing<string>): string | null {
  if (answered === null) return null;
  return "value" in answered.result ? `value ${answered.result.value}` : answered.result.because;
}

describe("any series of looks", () => {
  const answers: fc.Arbitrary<Answer<string>> = fc.oneof(
    fc.constantFrom("a", "b", "c").map((text) => ({ answer: "value" as const, value: text })),
    fc.constant({ answer: "unchanged" as const }),
    fc.constantFrom("path" as const, "ref" as const).map((what) => ({ answer: "absent" as const, what })),
    fc.constantFrom(401, 404).map((status) => ({ answer: "denied" as const, status, detail: "" })),
    fc.constant({ answer: "unfit" as const, why: "link" as const, detail: "" }),
    fc
      .constantFrom("network" as const, "server" as const)
      .map((cause) => ({ answer: "failed" as const, cause, detail: "" })),
  );
  const series = fc
    .array(answers, { maxLength: 12 })
    .map((list) => list.map((answer, index) => look((index + 1) * 10, answer)));

  it("leaves the last answered look standing, and nothing older", () => {
    fc.assert(
      fc.property(series, (looks) => {
        const standing = after(...looks);
        expect({ result: shown(standing), failing: standing.failing !== null }).toEqual(model(looks));
      }),
    );
  });

  it("never improves or revives anything by a failed look: only freshness changes, and only for the worse", () => {
    const rank = ["fresh", "stale", "expired"];
    fc.assert(
      fc.property(series, fc.nat(200), fc.nat(50), (looks, wait, limit) => {
        const before = after(...looks);
        const at = looks.length * 10 + 5;
        const now = at + wait;
        const behind = stand(before, failed(at));
        expect({ ...behind, failing: null }).toEqual({ ...before, failing: null });
        const [was, is] = [freshness(before, now, limit), freshness(behind, now, limit)];
        if (was === "reading") expect(is).toBe("reading");
        else expect(rank.indexOf(is)).toBeGreaterThanOrEqual(rank.indexOf(was));
        expect(is).not.toBe("fresh");
      }),
    );
  });

  it("changes no standing that was given", () => {
    fc.assert(
      fc.property(series, answers, (looks, next) => {
        const before = after(...looks);
        const copy = structuredClone(before);
        stand(before, look(1_000, next));
        expect(before).toEqual(copy);
      }),
    );
  });
});
