import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoreOptions } from "./open";
import {
  accepting,
  bench,
  openedBare,
  type Bare,
  bytesOf,
  hashOf,
  leadOne,
  must,
  emptied,
  writing,
  type Bench,
} from "./testing/stores";
import type { LookEntry, Store } from "./types";

const A = { repository: "acme/one", scope: "s1" };
const OTHER = { repository: "acme/one", scope: "s2" };
const B = { repository: "acme/two", scope: "s1" };

function look(target: string, at: number, text: string | null, parts: Partial<LookEntry> = {}): LookEntry {
  const body = text === null ? null : hashOf(text);
  return { target, at, result: text === null ? "absent" : "value", detail: "", body, ...parts };
}

function bodiesOf(...texts: string[]): Map<string, Uint8Array> {
  return new Map(texts.map((text) => [hashOf(text), bytesOf(text)]));
}

describe.each(["embedded", "postgres"] as const)("a store (%s)", (kind) => {
  let place: Bench;
  let options: StoreOptions;
  let store: Store;
  let run: Bare["run"];
  beforeAll(async () => {
    place = await bench(kind);
    options = await place.fresh();
    ({ store, run } = await openedBare(options));
  }, 60_000);
  beforeEach(() => emptied(run));
  afterAll(async () => {
    await store.close();
    await place.end();
  });

  it("keeps what one look wrote, all of it, over a restart too", async () => {
    const lease = await leadOne(store, A);
    const text = '{"agents":[]}';
    const body = hashOf(text);
    const written = must(
      await store.write(
        writing(lease, 0, {
          data: '{"a":"é\\u0000"}',
          bodies: bodiesOf(text),
          looks: [look("registry", 5, text)],
          accept: accepting(0, 3, body),
          snapshot: { id: hashOf("s"), pin: "{}", inputs: "{}" },
        }),
      ),
    );
    expect(written).toEqual({ done: "written", version: 1 });
    await store.close();
    ({ store, run } = await openedBare(options));
    expect(must(await store.standings([A, OTHER]))).toEqual([{ ...A, version: 1, data: '{"a":"é\\u0000"}' }]);
    expect(must(await store.versions())).toEqual([{ ...A, version: 1 }]);
    expect(must(await store.bodies("s1", [body])).get(body)).toEqual(Buffer.from(text));
    expect(must(await store.lookedAt(A, "registry"))).toEqual(Buffer.from(text));
    const { after: first, ...accept } = accepting(0, 3, body);
    const record = { ...accept, repository: A.repository, scope: "s1", seq: first + 1, decision: null };
    expect(must(await store.accepted([A.repository, B.repository]))).toEqual([record]);
    expect(store.fault).toBeNull();
  });

  it("writes nothing of a look whose standing is at another version", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0)));
    for (const version of [0, 2]) {
      const late = writing(lease, version, {
        bodies: bodiesOf("x"),
        looks: [look("t", 1, "x")],
        accept: accepting(0, 1),
      });
      expect(must(await store.write(late))).toEqual({ done: "conflict" });
    }
    expect(must(await store.bodies("s1", [hashOf("x")])).size).toBe(0);
    expect(must(await store.accepted([A.repository]))).toEqual([]);
    expect(must(await store.versions())).toEqual([{ ...A, version: 1 }]);
  });

  it("undoes the whole look where what it accepts may not be accepted", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0, { accept: accepting(0, 5) })));
    const low = writing(lease, 1, { bodies: bodiesOf("x"), looks: [look("t", 1, "x")], accept: accepting(1, 4) });
    expect(must(await store.write(low))).toEqual({ done: "conflict" });
    expect(must(await store.versions())).toEqual([{ ...A, version: 1 }]);
    expect(must(await store.lookedAt(A, "t"))).toBeNull();
  });

  it("accepts a higher revision and the same one with the same bytes, and nothing else without a decision", async () => {
    const lease = await leadOne(store, A);
    const first = { bodies: bodiesOf("x", "y"), looks: [look("t", 1, "x"), look("u", 1, "y")] };
    must(await store.write(writing(lease, 0, { ...first, accept: accepting(0, 5, hashOf("x")) })));
    const tries = [accepting(1, 4), accepting(1, 5, hashOf("y")), accepting(1, null), accepting(0, 6), accepting(2, 6)];
    for (const accept of tries)
      expect(must(await store.write(writing(lease, 1, { accept })))).toEqual({ done: "conflict" });
    expect(must(await store.write(writing(lease, 1, { accept: accepting(1, 5, hashOf("x")) })))).toMatchObject({
      done: "written",
    });
    expect(must(await store.write(writing(lease, 2, { accept: accepting(2, 6, hashOf("y")) })))).toMatchObject({
      done: "written",
    });
    expect(must(await store.acceptedHistory(A.repository)).map(({ seq, revision }) => [seq, revision])).toEqual([
      [1, 5],
      [2, 5],
      [3, 6],
    ]);
  });

  it("lets a decision take a lower revision, and holds what follows to that one", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0, { accept: accepting(0, 9) })));
    const decision = {
      id: "d1",
      repository: A.repository,
      at: 50,
      who: "Ada",
      why: "The old one is right.",
      about: "{}",
    };
    const made = { decision, scope: "s1", accept: accepting(1, 3), message: "decided" };
    expect(must(await store.decide({ ...made, accept: accepting(0, 3) }))).toBe("conflict");
    expect(must(await store.decisions(A.repository))).toEqual([]);
    expect(must(await store.decide(made))).toBe("recorded");
    expect(must(await store.decide({ ...made, accept: accepting(2, 3) }))).toBe("conflict");
    expect(must(await store.decisions(A.repository))).toEqual([decision]);
    expect(must(await store.accepted([A.repository]))).toMatchObject([{ seq: 2, revision: 3, decision: "d1" }]);
    expect(must(await store.write(writing(lease, 1, { accept: accepting(2, 2) })))).toEqual({ done: "conflict" });
    expect(must(await store.write(writing(lease, 1, { accept: accepting(2, 4) })))).toMatchObject({ done: "written" });
  });

  it("takes any revision after a decision for a repository whose registry is still to come", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0, { accept: accepting(0, 9) })));
    const decision = { id: "d1", repository: A.repository, at: 50, who: "Ada", why: "It moved.", about: "{}" };
    must(
      await store.decide({
        decision,
        scope: "s1",
        accept: { ...accepting(1, null), pin: null, facts: null },
        message: "m",
      }),
    );
    expect(must(await store.write(writing(lease, 1, { accept: accepting(2, 1) })))).toMatchObject({ done: "written" });
  });

  it("gives a body to no scope that did not look at it, not even to one that knows its hash", async () => {
    const [own, other] = [await leadOne(store, A), await leadOne(store, OTHER)];
    const secret = hashOf("secret");
    must(
      await store.write(
        writing(own, 0, {
          bodies: bodiesOf("secret"),
          looks: [look("t", 1, "secret")],
          accept: accepting(0, 1, secret),
        }),
      ),
    );
    expect(must(await store.bodies("s2", [secret])).size).toBe(0);
    // Naming the hash in a look or in what is accepted, without the bytes, is no way in either.
    must(await store.write(writing(other, 0, { looks: [look("t", 1, "secret")] })));
    expect(must(await store.write(writing(other, 1, { accept: accepting(1, 2, secret) })))).toEqual({
      done: "conflict",
    });
    const decision = { id: "d", repository: A.repository, at: 1, who: "w", why: "y", about: "{}" };
    expect(must(await store.decide({ decision, scope: "s2", accept: accepting(1, 2, secret), message: "m" }))).toBe(
      "conflict",
    );
    expect(must(await store.bodies("s2", [secret])).size).toBe(0);
    expect(must(await store.lookedAt(OTHER, "t"))).toBeNull();
    expect(must(await store.bodies("s1", [secret, secret, hashOf("none")])).size).toBe(1);
    // Whoever brings the bytes has them.
    must(await store.write(writing(other, 1, { bodies: bodiesOf("secret"), looks: [look("t", 2, "secret")] })));
    expect(must(await store.bodies("s2", [secret])).size).toBe(1);
  });

  it("keeps a run of equal looks as one, and begins another when the answer changes", async () => {
    const lease = await leadOne(store, A);
    must(
      await store.write(
        writing(lease, 0, {
          bodies: bodiesOf("x", "y"),
          looks: [look("t", 1, "x"), look("u", 1, null), look("t", 2, "x")],
        }),
      ),
    );
    must(
      await store.write(
        writing(lease, 1, { looks: [look("t", 3, "x"), look("u", 3, null, { detail: "no issue\0\uD800" })] }),
      ),
    );
    must(await store.write(writing(lease, 2, { looks: [look("t", 4, "y"), look("t", 5, "x"), look("t", 6, "x")] })));
    must(await store.write(writing(lease, 3, { looks: [look("t", 7, "x")] })));
    expect(
      await run("select target, result, detail, first_at::int f, last_at::int l, count::int c from look order by id"),
    ).toEqual([
      { target: "t", result: "value", detail: "", f: 1, l: 3, c: 3 },
      { target: "u", result: "absent", detail: "", f: 1, l: 1, c: 1 },
      { target: "u", result: "absent", detail: "no issue\uFFFD\uFFFD", f: 3, l: 3, c: 1 },
      { target: "t", result: "value", detail: "", f: 4, l: 4, c: 1 },
      { target: "t", result: "value", detail: "", f: 5, l: 7, c: 3 },
    ]);
    expect(must(await store.lookedAt(A, "t"))).toEqual(Buffer.from("x"));
    expect(must(await store.lookedAt(A, "u"))).toBeNull();
    expect(must(await store.lookedAt(A, "never"))).toBeNull();
  });

  it("takes a thousand looks and a body of 8 MiB in one write", async () => {
    const lease = await leadOne(store, A);
    const large = new Uint8Array(8 << 20).map((_, index) => (index * 7_919) >> 3);
    const texts = Array.from({ length: 1_000 }, (_, index) => `body ${index}`);
    const looks = [
      ...texts.map((text, index) => look(`thread:${index}`, 1, text)),
      { ...look("large", 1, ""), body: hashOf(large) },
    ];
    const bodies = bodiesOf(...texts).set(hashOf(large), large);
    must(await store.write(writing(lease, 0, { bodies, looks })));
    const found = must(await store.bodies("s1", [...bodies.keys()]));
    expect(found.size).toBe(1_001);
    expect(hashOf(found.get(hashOf(large)) ?? "")).toBe(hashOf(large));
  });

  it("keeps an empty body", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0, { bodies: bodiesOf(""), looks: [look("t", 1, "")] })));
    expect(must(await store.lookedAt(A, "t"))).toEqual(Buffer.from(""));
  });

  it("refuses to keep bytes under a hash that is not theirs", async () => {
    const lease = await leadOne(store, A);
    const answer = await store.write(writing(lease, 0, { bodies: new Map([[hashOf("a"), bytesOf("b")]]) }));
    expect(answer).toMatchObject({ ok: false, fault: { code: "store-failed" } });
    expect(store.fault?.code).toBe("store-failed");
    expect(must(await store.versions())).toEqual([]);
    expect(store.fault).toBeNull();
  });

  it("tells everyone who listens here what was published and written, after it was, and nothing of what was not", async () => {
    const heard: string[] = [];
    const end = store.subscribe((message) => heard.push(message));
    const lease = await leadOne(store, A);
    must(await store.publish("one"));
    must(await store.write(writing(lease, 0, { message: "two" })));
    must(await store.write(writing(lease, 0, { message: "refused" })));
    must(await store.write(writing({ ...lease, fence: 99 }, 1, { message: "lost" })));
    await expect.poll(() => heard).toEqual(["one", "two"]);
    end();
    must(await store.publish("three"));
    expect(heard).toEqual(["one", "two"]);
    expect(await store.publish("x".repeat(8_000))).toMatchObject({ ok: false, fault: { code: "store-failed" } });
  });

  it("knows a delivery that came before, and keeps the last word on a budget", async () => {
    expect(must(await store.delivered({ id: "1", event: "push" }))).toBe("new");
    expect(must(await store.delivered({ id: "1", event: "push" }))).toBe("seen");
    const both = await Promise.all([1, 2, 3].map(() => store.delivered({ id: "2", event: "push" })));
    expect(both.map(must).sort()).toEqual(["new", "seen", "seen"]);
    expect(must(await store.budget("k"))).toBeNull();
    must(await store.setBudget("k", "1"));
    must(await store.setBudget("k", "2"));
    expect(must(await store.budget("k"))).toMatchObject({ value: "2" });
  });

  it("removes old looks and what only they led to, and never what was accepted or decided", async () => {
    const lease = await leadOne(store, A);
    const now = Date.now();
    const old = now - 91 * 86_400_000;
    const looks = [look("gone", old, "old"), look("kept", now, "new"), look("registry", old, "registry")];
    must(
      await store.write(
        writing(lease, 0, {
          bodies: bodiesOf("old", "new", "registry"),
          looks,
          accept: accepting(0, 1, hashOf("registry")),
        }),
      ),
    );
    const decision = { id: "d", repository: A.repository, at: 1, who: "w", why: "y", about: "{}" };
    must(await store.decide({ decision, scope: "s1", accept: accepting(1, 1, hashOf("registry")), message: "m" }));
    expect(must(await store.sweep({ days: 90 }))).toEqual({ looks: 2, bodies: 1 });
    expect([...must(await store.bodies("s1", ["old", "new", "registry"].map(hashOf))).keys()].sort()).toEqual(
      ["new", "registry"].map(hashOf).sort(),
    );
    expect(must(await store.decisions(A.repository))).toHaveLength(1);
    expect(must(await store.acceptedHistory(A.repository))).toHaveLength(2);
    expect(must(await store.sweep({ days: 90 }))).toEqual({ looks: 0, bodies: 0 });
  });

  it("has a look judged again where something else was accepted meanwhile, unless it found nothing that is held to it", async () => {
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0, { bodies: bodiesOf("r"), accept: accepting(0, 1, hashOf("r")) })));
    expect(must(await store.write(writing(lease, 1, { judgedBy: 0 })))).toEqual({ done: "conflict" });
    expect(must(await store.write(writing(lease, 1, { judgedBy: 2 })))).toEqual({ done: "conflict" });
    expect(must(await store.write(writing(lease, 1, { judgedBy: 1 })))).toMatchObject({ done: "written" });
    expect(must(await store.write(writing(lease, 2, { judgedBy: null })))).toMatchObject({ done: "written" });
    await run("update accepted set revision = 7");
    expect(must(await store.write(writing(lease, 3, { judgedBy: 0 })))).toMatchObject({ done: "written" });
  });

  it("keeps what a credential's standing stands on for as long as that credential looks, and nothing of it after that", async () => {
    const lease = await leadOne(store, A);
    const [now, old] = [Date.now(), Date.now() - 91 * 86_400_000];
    const picture = { ...look("blob:0123abcd", old, "picture") };
    const looks = [
      look("titles", old, "titles"),
      picture,
      look("registry", now, "registry"),
      look("other", old, "loose"),
    ];
    const bodies = bodiesOf("titles", "picture", "registry", "loose");
    const data = JSON.stringify({ titles: hashOf("titles"), picture: "0123abcd" });
    must(await store.write(writing(lease, 0, { bodies, looks, data })));
    expect(must(await store.sweep({ days: 90 }))).toEqual({ looks: 1, bodies: 1 });
    expect(must(await store.lookedAt(A, "blob:0123abcd"))).not.toBeNull();
    await run(`update look set last_at = ${old}`);
    expect(must(await store.sweep({ days: 90 }))).toEqual({ looks: 3, bodies: 3 });
    expect(must(await store.standings([A]))).toEqual([]);
  });

  it("answers with a fault once it is closed", async () => {
    await store.close();
    expect(await store.versions()).toMatchObject({ ok: false });
    await store.close();
    ({ store, run } = await openedBare(options));
  });
});
