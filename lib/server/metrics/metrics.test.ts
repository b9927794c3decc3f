import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Readings } from "./gauges";
import { createMetrics, type Metrics } from "./metrics";
import { codeOf } from "./names";

const READINGS: Readings = {
  repositories: { complete: 3, held: 1 },
  points: [{ purse: "core", left: 4_321, limit: 5_000 }],
  ages: [4, 1, 10, 3],
  led: 2,
  replicas: 3,
  overdueSeconds: 0.5,
  eventClients: 7,
  leaseTakeovers: 1,
  storeUp: false,
};

const bodyOf = async (metrics: Metrics) => (await metrics.text()).body;
/** The series of Muster itself, without what prom-client says of the process. */
const linesOf = (body: string) => body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
/** Names of metrics and their types, as the text says them. */
const typesOf = (body: string) =>
  [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }));

describe("a scrape", () => {
  it("counts looks by where and by answer, with how long they took", async () => {
    const metrics = createMetrics();
    metrics.looked({ kind: "directory", answer: "unchanged", seconds: 0.02 });
    metrics.looked({ kind: "directory", answer: "unchanged", seconds: 0.2 });
    metrics.looked({ kind: "github", answer: "failed", seconds: 3 });
    const lines = linesOf(await bodyOf(metrics));
    expect(lines).toContain('muster_looks_total{kind="directory",answer="unchanged"} 2');
    expect(lines).toContain('muster_looks_total{kind="github",answer="failed"} 1');
    expect(lines).toContain('muster_look_duration_seconds_bucket{le="0.025",kind="directory"} 1');
    expect(lines).toContain('muster_look_duration_seconds_sum{kind="github"} 3');
  });

  it("tells a 304, which cost nothing, from a 200", async () => {
    const metrics = createMetrics();
    for (const status of [200, 304, 304, 403, 502, 302, null]) metrics.requested({ status });
    const upstream = linesOf(await bodyOf(metrics)).filter((line) => line.startsWith("muster_upstream_answers_total"));
    expect(upstream.sort()).toEqual(
      ['200"} 1', '304"} 2', '4xx"} 1', '5xx"} 1', 'network"} 1', 'other"} 1'].map(
        (end) => `muster_upstream_answers_total{code="${end}`,
      ),
    );
  });

  it("reads the gauges anew each time, and drops a series whose reading is gone", async () => {
    const metrics = createMetrics();
    let readings = READINGS;
    metrics.collect(() => Promise.resolve(readings));
    const first = linesOf(await bodyOf(metrics));
    expect(first).toEqual(
      expect.arrayContaining([
        'muster_repositories{state="complete"} 3',
        'muster_repositories{state="stale"} 0',
        'muster_points_left{purse="core"} 4321',
        'muster_points_limit{purse="core"} 5000',
        'muster_snapshot_age_seconds{statistic="max"} 10',
        'muster_snapshot_age_seconds{statistic="median"} 3.5',
        "muster_led_repositories 2",
        "muster_replicas 3",
        "muster_overdue_look_seconds 0.5",
        "muster_event_clients 7",
        "muster_lease_takeovers_total 1",
        "muster_store_up 0",
      ]),
    );
    readings = { ...READINGS, points: [], ages: [], storeUp: true };
    const second = linesOf(await bodyOf(metrics));
    expect(second).toContain("muster_store_up 1");
    expect(second.filter((line) => /^muster_(points|snapshot_age)/.test(line))).toEqual([]);
  });

  it("stands without its gauges where they cannot be read, and counts that", async () => {
    const metrics = createMetrics();
    metrics.storeFault("store-unreachable");
    metrics.collect(() => Promise.reject(new Error("the database is gone")));
    const lines = linesOf(await bodyOf(metrics));
    expect(lines).toContain('muster_store_faults_total{code="store-unreachable"} 1');
    expect(lines.filter((line) => line.startsWith("muster_store_up"))).toEqual([]);
    expect(lines).toContain("muster_unread_scrapes_total 1");
  });

  it("holds nothing that came from outside, whatever is handed in", async () => {
    const word = fc.oneof(fc.string({ minLength: 6 }), fc.constant('harbor/lighthouse"} 1\nmuster_forged 1'));
    await fc.assert(
      fc.asyncProperty(word, async (hostile) => {
        const metrics = createMetrics();
        const expected = linesOf(await bodyOf(createMetrics())).length;
        // As a caller that the types could not hold back.
        const forged = <T>(value: string) => value as unknown as T;
        metrics.looked({ kind: forged(hostile), answer: forged(hostile), seconds: 1 });
        metrics.webhook({ event: hostile, result: forged(hostile) });
        metrics.storeFault(forged(hostile));
        metrics.collect(() => ({
          ...READINGS,
          repositories: { [hostile]: 1 },
          points: [{ purse: forged(hostile), left: 1, limit: 2 }],
        }));
        const body = await bodyOf(metrics);
        const labels = [...body.matchAll(/="((?:[^"\\]|\\.)*)"/g)].map(([, value]) => value);
        expect(labels).not.toContain(hostile);
        expect(body).not.toContain("lighthouse");
        expect(body).not.toContain("\nmuster_forged");
        expect(linesOf(body).length).toBeGreaterThan(expected);
      }),
      { numRuns: 20 },
    );
  });

  it("is one of its own for each that was made", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.storeFault("store-full");
    expect(await bodyOf(other)).not.toContain("store-full");
    expect((await one.text()).contentType).toMatch(/^text\/plain/);
  });
});

describe("the names of the metrics", () => {
  const documented = readFileSync(new URL("../../../docs/operation.md", import.meta.url), "utf8");

  it("follow Prometheus: counters end in _total, and each is there once", async () => {
    const metrics = createMetrics();
    metrics.collect(() => READINGS);
    const types = typesOf(await bodyOf(metrics));
    expect(types.filter(({ name, type }) => type === "counter" && !name?.endsWith("_total"))).toEqual([]);
    expect(types.filter(({ name }) => !name?.startsWith("muster_"))).toEqual([]);
    expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
  });

  it("are all in docs/operation.md, and no other is", async () => {
    const metrics = createMetrics();
    metrics.collect(() => READINGS);
    const own = typesOf(await bodyOf(metrics)).filter(({ name }) => !/^muster_(?:process|nodejs)_/.test(name ?? ""));
    const told = [...documented.matchAll(/^\| `(muster_\w+)`/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(own.map(({ name }) => name).sort());
  });
});

it("an upstream status falls into exactly one class, whatever it is", () => {
  fc.assert(fc.property(fc.integer(), (status) => ["200", "304", "4xx", "5xx", "other"].includes(codeOf(status))));
  expect([200, 304, 404, 599, 600, 204].map(codeOf)).toEqual(["200", "304", "4xx", "5xx", "other", "other"]);
});
