import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { Changes } from "../changes";
import { EventHub, type Listening } from "./hub";

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A hub whose clock and heartbeat a test moves. */
class Bench {
  readonly changes = new Changes();
  now = 1_000_000;
  private readonly timers = new Set<() => void>();
  readonly hub = new EventHub(this.changes, {
    epoch: "here",
    clock: () => this.now,
    every: (run) => {
      this.timers.add(run);
      return () => this.timers.delete(run);
    },
  });

  get beating(): number {
    return this.timers.size;
  }

  tell(repository: string, snapshot: string, state = "complete"): void {
    this.changes.tell({ repository, snapshot, state });
  }

  pass(millis: number): void {
    this.now += millis;
    for (const run of [...this.timers]) run();
  }

  open(more: Partial<Listening> = {}): Reader {
    const opened = this.hub.connect({
      ...{ after: null, only: null, address: null, signal: new AbortController().signal },
      ...more,
    });
    if (!opened.ok) throw new Error(opened.because);
    return new Reader(opened.stream);
  }

  refusal(more: Partial<Listening> = {}): string | null {
    const signal = new AbortController().signal;
    const opened = this.hub.connect({ after: null, only: null, address: null, signal, ...more });
    return opened.ok ? null : opened.because;
  }
}

class Reader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  text = "";

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader();
  }

  /** The events of the next piece; null: the stream has ended. */
  async next(): Promise<readonly Event[] | null> {
    const { done, value } = await this.reader.read();
    if (done) return null;
    const piece = new TextDecoder().decode(value);
    this.text += piece;
    return eventsOf(piece);
  }

  async until(event: string): Promise<readonly Event[]> {
    const heard: Event[] = [];
    while (!heard.some((one) => one.event === event)) heard.push(...((await this.next()) ?? []));
    return heard;
  }

  cancel(): Promise<void> {
    return this.reader.cancel();
  }
}

function eventsOf(text: string): readonly Event[] {
  return text.split("\n\n").flatMap((block) => {
    const fields = new Map(block.split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]));
    const event = fields.get("event");
    return event === undefined
      ? []
      : [{ id: fields.get("id") ?? "", event, data: JSON.parse(fields.get("data") ?? "") as Event["data"] }];
  });
}

const short = (events: readonly Event[] | null) => (events ?? []).map(({ id, event }) => `${event} ${id}`);

describe("a stream", () => {
  test("begins with a greeting that says how often the heart beats, how long to pause, and where the listener stands", async () => {
    const bench = new Bench();
    bench.tell("a/b", "s1");
    const reader = bench.open();
    expect(await reader.next()).toEqual([{ id: "here-1", event: "hello", data: { heartbeat: 15_000 } }]);
    expect(reader.text.startsWith("retry: 2000\n")).toBe(true);
  });

  test("tells a change with its repository, snapshot and state, and nothing where a look found the same", async () => {
    const bench = new Bench();
    const reader = bench.open();
    await reader.next();
    bench.tell("a/b", "s1", "incomplete");
    expect(await reader.next()).toEqual([
      { id: "here-1", event: "changed", data: { repository: "a/b", snapshot: "s1", state: "incomplete" } },
    ]);
    bench.tell("a/b", "s1", "incomplete");
    bench.tell("a/b", "s1", "stale");
    expect(short(await reader.next())).toEqual(["changed here-2"]);
  });

  test("tells only of the repositories that the listener named, and its heartbeat says how far it has come", async () => {
    const bench = new Bench();
    const reader = bench.open({ only: new Set(["a/b"]) });
    await reader.next();
    bench.tell("c/d", "s1");
    bench.tell("a/b", "s1");
    expect(short(await reader.next())).toEqual(["changed here-2"]);
    bench.tell("c/d", "s2");
    bench.pass(15_000);
    expect(short(await reader.next())).toEqual(["heartbeat here-3"]);
  });

  test("has a heartbeat every 15 s, which stops when nobody listens", async () => {
    const bench = new Bench();
    expect(bench.beating).toBe(0);
    const reader = bench.open();
    await reader.next();
    for (let beat = 0; beat < 3; beat += 1) {
      bench.pass(15_000);
      expect(short(await reader.next())).toEqual(["heartbeat here-0"]);
    }
    await reader.cancel();
    expect(bench.beating).toBe(0);
  });
});

describe("a listener who comes back", () => {
  test("hears what it has missed, the last change of each repository alone", async () => {
    const bench = new Bench();
    for (const snapshot of ["s1", "s2", "s3"]) {
      bench.tell("a/b", snapshot);
      bench.tell("c/d", snapshot);
    }
    const reader = bench.open({ after: "here-2" });
    const heard = [...((await reader.next()) ?? []), ...((await reader.next()) ?? [])];
    expect(short(heard)).toEqual(["hello here-2", "changed here-5", "changed here-6"]);
  });

  test("whose stream breaks again before it heard what it had missed still has it to come", async () => {
    const bench = new Bench();
    bench.tell("a/b", "s1");
    const [greeting] = (await bench.open({ after: "here-0" }).next()) ?? [];
    const again = bench.open({ after: greeting?.id ?? "" });
    expect(short(await again.until("changed"))).toEqual(["hello here-0", "changed here-1"]);
  });

  test.each([
    ["another replica's", "there-1"],
    ["one that this process has not given yet", "here-3"],
    ["no ID at all", "💥"],
    ["an empty one", ""],
    ["one with a number out of reach", "here-99999999999999999999"],
  ])("with %s is told once to ask for everything anew", async (_, after) => {
    const bench = new Bench();
    bench.tell("a/b", "s1");
    bench.tell("a/b", "s2");
    const reader = bench.open({ after });
    expect(short(await reader.next())).toEqual(["hello here-2", "reset here-2"]);
    bench.tell("a/b", "s3");
    expect(short(await reader.next())).toEqual(["changed here-3"]);
  });

  test("is followed over the last 1,000 changes and not over one more", async () => {
    const bench = new Bench();
    for (let change = 1; change <= 1_005; change += 1) bench.tell("a/b", `s${change}`);
    expect(short(await bench.open({ after: "here-4" }).next())).toEqual(["hello here-1005", "reset here-1005"]);
    expect(short(await bench.open({ after: "here-5" }).until("changed"))).toEqual([
      "hello here-5",
      "changed here-1005",
    ]);
  });
});

describe("a slow listener", () => {
  test("that takes nothing through 10,000 changes costs one waiting change a repository, and hears the last of each", async () => {
    const bench = new Bench();
    const reader = bench.open();
    for (let change = 0; change < 10_000; change += 1) bench.tell(`a/r${change % 40}`, `s${change}`);
    await reader.next();
    const heard = (await reader.next()) ?? [];
    expect(heard.map(({ data }) => data["snapshot"])).toEqual(Array.from({ length: 40 }, (_, i) => `s${9_960 + i}`));
    bench.pass(15_000);
    expect(short(await reader.next())).toEqual(["heartbeat here-10000"]);
  });

  test("is dropped once it has taken nothing for 60 s, and not before", async () => {
    const bench = new Bench();
    bench.open();
    for (let beat = 0; beat < 3; beat += 1) bench.pass(15_000);
    expect(bench.hub.clients).toBe(1);
    bench.pass(15_000);
    expect(bench.hub.clients).toBe(0);
  });

  test("that takes something in time stays", async () => {
    const bench = new Bench();
    const reader = bench.open();
    for (let beat = 0; beat < 20; beat += 1) {
      bench.pass(45_000);
      await reader.next();
    }
    expect(bench.hub.clients).toBe(1);
  });

  test("whenever it reads and whenever its stream breaks, ends up knowing the last change of every repository, in growing order", async () => {
    const step = fc.oneof(
      fc.record({ tell: fc.constantFrom("a/a", "a/b", "a/c") }),
      fc.record({ read: fc.constant(true) }),
      fc.record({ cut: fc.constant(true) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const bench = new Bench();
        const truth = new Map<string, unknown>();
        const known = new Map<string, unknown>();
        let reader = bench.open();
        let last = (await reader.next())?.at(-1)?.id ?? "";
        const read = async () => {
          for (const { event, id, data } of (await reader.next()) ?? []) {
            expect(Number(id.slice(5))).toBeGreaterThanOrEqual(Number(last.slice(5)));
            last = id;
            if (event === "changed") known.set(String(data["repository"]), data["snapshot"]);
          }
        };
        for (const [index, each] of steps.entries()) {
          if ("tell" in each) {
            truth.set(each.tell, `s${index}`);
            bench.tell(each.tell, `s${index}`);
          } else if ("read" in each) {
            // Something is there to be read, or nothing was to be told.
            bench.pass(1);
            await read();
          } else {
            await reader.cancel();
            reader = bench.open({ after: last });
          }
        }
        bench.pass(1);
        while (last !== `here-${[...steps].filter((each) => "tell" in each).length}`) await read();
        expect(known).toEqual(truth);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the limits", () => {
  test("hold 20 streams of one address and 1,000 of the process, and a stream that ends makes room at once", async () => {
    const bench = new Bench();
    const readers = Array.from({ length: 20 }, () => bench.open({ address: "192.0.2.1" }));
    expect(bench.refusal({ address: "192.0.2.1" })).toBe("address");
    expect(bench.refusal({ address: "192.0.2.2" })).toBeNull();
    for (let client = 21; client < 1_000; client += 1) bench.open();
    expect(bench.refusal()).toBe("full");
    expect(bench.hub.clients).toBe(1_000);
    await readers[0]?.cancel();
    expect(bench.refusal({ address: "192.0.2.1" })).toBeNull();
    expect(bench.refusal({ address: "192.0.2.1" })).toBe("full");
  });

  test("let go of a listener whose request is aborted, before or after it began", () => {
    const bench = new Bench();
    const request = new AbortController();
    bench.open({ signal: request.signal });
    expect(bench.hub.clients).toBe(1);
    request.abort();
    expect(bench.hub.clients).toBe(0);
    bench.open({ signal: request.signal });
    expect(bench.hub.clients).toBe(0);
  });
});

test("a hub that closes ends every stream, takes no more, and hears no more changes", async () => {
  const bench = new Bench();
  const reader = bench.open();
  await reader.next();
  bench.hub.close();
  bench.tell("a/b", "s1");
  expect(await reader.next()).toBeNull();
  expect([bench.hub.clients, bench.beating, bench.refusal()]).toEqual([0, 0, "closed"]);
});
