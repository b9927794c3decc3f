import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faults, type Fault } from "../../../e2e/github";
import type { Look } from "@/lib/contracts/core/look";
import { list } from "./list";
import { Hub, REGISTRY, short, valueOf } from "./testing/github";

const MIB = 1_048_576;
const always = () => true;
const JSON_KIND = { "content-type": "application/json" };
const given = (body: Uint8Array | string | object): Fault => faults.answer({ status: 200, headers: JSON_KIND, body });
/** So many MiB of `[1,1,1…]` between two texts, compressed to almost nothing. */
function ones(mib: number, before = "", after = ""): Fault {
  const whole = [Buffer.from(`${before}[`), Buffer.alloc(mib * MIB, "1,"), Buffer.from(`1]${after}`)];
  const headers = { ...JSON_KIND, "content-encoding": "gzip" };
  return faults.answer({ status: 200, headers, body: gzipSync(Buffer.concat(whole)) });
}

async function start(): Promise<Hub> {
  const hub = await Hub.start();
  await hub.repository.push({ [REGISTRY]: "{}", "docs/a.md": "text" });
  hub.thread(1);
  return hub;
}

describe("a list of an answer", () => {
  const judged = (max: number) => {
    let count = 0;
    const element = z.unknown().refine((value) => {
      count += 1;
      return value === "good";
    });
    return { form: list(element, max), count: () => count };
  };

  it("is counted before any element is judged", () => {
    const { form, count } = judged(3);
    expect(form.safeParse(["good", "good", "good", "good"]).success).toBe(false);
    expect(count()).toBe(0);
    expect(form.parse(["good", "good", "good"])).toEqual(["good", "good", "good"]);
  });

  it("is left at its first bad element, which is named", () => {
    const { form, count } = judged(100);
    const { error } = form.safeParse(["good", 1, 2, 3]);
    expect(error?.issues.map(({ path }) => path)).toEqual([[1]]);
    expect(count()).toBe(2);
  });

  it("is nothing else", () => {
    for (const value of [undefined, null, "good", { length: 0 }, 5])
      expect(judged(3).form.safeParse(value).success).toBe(false);
    expect(z.object({ a: list(z.string(), 1) }).safeParse({}).success).toBe(false);
  });
});

describe("an answer that is a bomb", () => {
  it.each<[string, Fault, (hub: Hub) => Promise<Look<unknown>>]>([
    ["feed", ones(32), (hub) => hub.source.feed(hub.name, 1, null)],
    ["thread", ones(32), (hub) => hub.source.pages(hub.name, 45, null, 0)],
    ["listing", ones(15, '{"data":{"repository":{"casting":{"entries":', "}}}}"), (hub) => listing(hub)],
    ["errors", ones(15, '{"errors":', "}"), (hub) => listing(hub)],
    ["search", ones(1, '{"data":{"search":{"nodes":', "}}}"), (hub) => hub.source.search(hub.name)],
    ["accounts", ones(31, '{"data":{"nodes":', "}}"), accounts],
  ])("is malformed within seconds and little memory: %s", async (_what, fault, ask) => {
    const hub = await start();
    hub.github.inject({ match: always, fault, times: Infinity });
    const before = process.resourceUsage().maxRSS;
    // The time of the processor: that of the clock tells more of what else this machine does.
    const began = process.cpuUsage();
    expect(short(await ask(hub))).toBe("failed malformed");
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(3_000);
    // An issue of zod's for each of the sixteen million would be gigabytes; the numbers themselves are some hundred megabytes.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(1_024 * 1_024);
  });

  it.each<[string, (hub: Hub) => Promise<Look<unknown>>]>([
    ["search", (hub) => hub.source.search(hub.name)],
    ["titles", (hub) => hub.source.titles(hub.name, [45])],
    ["listing", (hub) => listing(hub)],
  ])("is not read beyond what the question can need: %s", async (_what, ask) => {
    const hub = await start();
    hub.github.inject({ match: always, fault: given(Buffer.alloc(17 * MIB, " ")) });
    expect(short(await ask(hub))).toBe("failed too-large");
  });

  it.each<[string, object, (hub: Hub) => Promise<Look<unknown>>]>([
    ["101 found issues", { data: { search: { nodes: Array(101).fill(null) } } }, (hub) => hub.source.search(hub.name)],
    ["101 accounts", { data: { nodes: Array(101).fill(null) } }, accounts],
    ["101 errors", { errors: Array(101).fill({ message: "x" }) }, (hub) => hub.source.search(hub.name)],
    ["a path of 51 steps", { errors: [{ path: Array(51).fill(0) }] }, (hub) => hub.source.search(hub.name)],
  ])("is refused where it has more than was asked for: %s", async (_what, body, ask) => {
    const hub = await start();
    hub.github.inject({ match: always, fault: given(body) });
    expect(short(await ask(hub))).toBe("failed malformed");
  });

  async function listing(hub: Hub): Promise<Look<unknown>> {
    return hub.source.identify({ kind: "commit", sha: await hub.repository.sha() });
  }

  async function accounts(hub: Hub): Promise<Look<unknown>> {
    const [comment] = hub.repository.comments();
    if (comment === undefined) throw new Error("no comment");
    const { id, nodeId: node } = comment;
    const rest = { issue: 45, author: null, createdAt: "", updatedAt: "", editor: null, body: "" };
    return hub.source.accounts([{ id, node, ...rest }]);
  }
});

describe("a comment that is longer than GitHub allows", () => {
  it.each(["x", "😀"])(
    "is kept so far that its length is seen to be too much, by REST and GraphQL alike: %s",
    async (one) => {
      const hub = await Hub.start();
      hub.thread(0);
      const whole = hub.repository.addComment(45, one.repeat(65_536));
      const long = hub.repository.addComment(45, one.repeat(70_000));
      const { comments } = valueOf(await hub.source.pages(hub.name, 45, null, 0));
      const accounts = valueOf(await hub.source.accounts(comments));
      for (const [id, length] of [
        [whole, 65_536],
        [long, 65_537],
      ] as const) {
        const bodies = [comments.find((comment) => comment.id === id)?.body, accounts.get(id)?.body];
        expect(bodies.map((body) => body === one.repeat(length))).toEqual([true, true]);
      }
    },
  );
});
