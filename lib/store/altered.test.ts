import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  accepting,
  bench,
  bytesOf,
  emptied,
  hashOf,
  leadOne,
  must,
  openedBare,
  writing,
  type Bare,
  type Bench,
} from "./testing/stores";
import type { Lease, Store } from "./types";

const A = { repository: "acme/one", scope: "s" };
const decision = { id: "d1", repository: A.repository, at: 50, who: "Ada", why: "Right.", about: "{}" };

describe.each(["embedded", "postgres"] as const)(
  "a row that was edited by hand is found, told and not believed (%s)",
  (kind) => {
    let place: Bench;
    let store: Store;
    let run: Bare["run"];
    let lease: Lease;
    beforeAll(async () => {
      place = await bench(kind);
      ({ store, run } = await openedBare(await place.fresh()));
    }, 60_000);
    beforeEach(async () => {
      await emptied(run);
      lease = await leadOne(store, A);
    });
    afterAll(async () => {
      await store.close();
      await place.end();
    });

    const aside = async () => must(await store.setAside(A.repository)).map(({ kind: of, name }) => `${of} ${name}`);

    it.each([
      ["its data", "data = '{}'"],
      ["its version", "version = 7"],
      ["its scope's seal", "seal = repeat('0', 64)"],
      ["data that is no text of ours", "data = ''"],
    ])("a standing: %s; it is a miss, and the next write follows on its version", async (_, change) => {
      must(await store.write(writing(lease, 0)));
      must(await store.write(writing(lease, 1)));
      await run(`update standing set ${change}`);
      expect(must(await store.standings([A]))).toEqual([]);
      expect(must(await store.versions())).toEqual([]);
      expect(await aside()).toHaveLength(1);
      // Whoever still holds the old version is told to read again; whoever read a miss may write.
      expect(must(await store.write(writing(lease, 2)))).toEqual({ done: "conflict" });
      const written = must(await store.write(writing(lease, 0)));
      expect(written).toMatchObject({ done: "written" });
      expect(written.done === "written" && written.version).toBeGreaterThan(2);
      expect(must(await store.standings([A]))).toHaveLength(1);
    });

    it.each([
      ["other bytes", `deflated = '\\x4b4c4a0600'`],
      ["no stream at all", `deflated = '\\xff'`],
      ["another size", "size = 1"],
      ["nothing", `deflated = ''`],
    ])("a body: %s; it is a miss, and is kept again when it is brought again", async (_, change) => {
      const [text, body] = [bytesOf("the registry"), hashOf("the registry")];
      const found = {
        bodies: new Map([[body, text]]),
        looks: [{ target: "t", at: 1, result: "value" as const, detail: "", body }],
      };
      must(await store.write(writing(lease, 0, found)));
      await run(`update body set ${change}`);
      expect(must(await store.bodies("s", [body])).size).toBe(0);
      expect(must(await store.lookedAt(A, "t"))).toBeNull();
      expect(await aside()).toEqual([`body ${body}`]);
      must(await store.write(writing(lease, 1, found)));
      expect(must(await store.lookedAt(A, "t"))).toEqual(Buffer.from(text));
    });

    it("what was accepted: the one before it counts, the row stays, and the next one can be accepted", async () => {
      must(await store.write(writing(lease, 0, { accept: accepting(0, 5) })));
      must(await store.write(writing(lease, 1, { accept: accepting(1, 6) })));
      await run("update accepted set revision = 2 where seq = 2");
      expect(must(await store.accepted([A.repository]))).toMatchObject([{ seq: 2, revision: 5 }]);
      expect(must(await store.acceptedHistory(A.repository))).toMatchObject([{ seq: 1, revision: 5 }]);
      expect(await run("select revision::int from accepted where seq = 2")).toEqual([{ revision: 2 }]);
      // The edited row opens no way down.
      expect(must(await store.write(writing(lease, 2, { accept: accepting(2, 4) })))).toEqual({ done: "conflict" });
      expect(must(await store.write(writing(lease, 2, { accept: accepting(2, 6) })))).toMatchObject({
        done: "written",
      });
      expect(must(await store.accepted([A.repository]))).toMatchObject([{ seq: 3, revision: 6 }]);
      // It is told once, however often it is read.
      must(await store.acceptedHistory(A.repository));
      expect(await aside()).toEqual(["accepted number 2"]);
    });

    it("everything that was accepted: there is none, and the first one after it can be accepted", async () => {
      must(await store.write(writing(lease, 0, { accept: accepting(0, 5) })));
      await run("update accepted set facts = '{}'");
      expect(must(await store.accepted([A.repository]))).toEqual([]);
      expect(must(await store.write(writing(lease, 1, { accept: accepting(1, 5) })))).toEqual({ done: "conflict" });
      expect(must(await store.write(writing(lease, 1, { accept: accepting(0, 5) })))).toMatchObject({
        done: "written",
      });
      expect(must(await store.accepted([A.repository]))).toMatchObject([{ seq: 2, revision: 5 }]);
    });

    it("a decision: it is not shown, and the row stays", async () => {
      must(await store.write(writing(lease, 0, { accept: accepting(0, 5) })));
      must(await store.decide({ decision, scope: "s", accept: accepting(1, 3), message: "m" }));
      await run("update decision set who = 'Mallory'");
      expect(must(await store.decisions(A.repository))).toEqual([]);
      expect(await run("select who from decision")).toEqual([{ who: "Mallory" }]);
      expect(await aside()).toEqual(["decision d1"]);
      expect(must(await store.setAside("acme/other"))).toEqual([]);
    });
  },
);
