import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendDelivery, signed, startGitHub, tells, type DeliveryOptions, type Told } from "../../../e2e/github";
import { Hasten } from "./coalesce";
import { MAX_BODY_BYTES } from "./body";
import { receiveWebhook, type WebhookDeps } from "./receive";
import { webhookSecrets } from "./secrets";

const SECRET = "the-secret-of-now";
const BEFORE = "the-secret-of-before";
const NAME = "harbor/lighthouse";
const push: Told = {
  event: "push",
  payload: { ref: "refs/heads/other", repository: { full_name: NAME }, text: "Payload!" },
};

/** A listener with everything that it was told to do. */
function listener(more: Partial<WebhookDeps> = {}) {
  const seen = new Set<string>();
  const kept = {
    hastened: [] as string[],
    installations: 0,
    asked: [] as string[],
    counted: [] as string[],
    log: [] as unknown[],
  };
  const deps: WebhookDeps = {
    secrets: [SECRET],
    delivered: (id, event) => {
      kept.asked.push(`${id} ${event}`);
      const known = seen.has(id);
      seen.add(id);
      return Promise.resolve(known ? "seen" : "new");
    },
    hasten: (name, what) => {
      kept.hastened.push(`${name} ${what}`);
      return name.toLowerCase() === NAME;
    },
    hastenInstallation: () => void (kept.installations += 1),
    count: (result) => kept.counted.push(result),
    log: { info: (facts, message) => kept.log.push([facts, message]) },
    ...more,
  };
  return { ...kept, deps, kept };
}

const URL = "http://muster.example/api/webhooks/github";

function request(
  told: Told,
  options: Partial<DeliveryOptions> = {},
  headers: Record<string, string | null> = {},
): Request {
  const delivery = signed(told, { secret: SECRET, ...options });
  const all = Object.entries({ ...delivery.headers, ...headers });
  const own = all.filter((pair): pair is [string, string] => pair[1] !== null);
  return new Request(URL, { method: "POST", headers: own, body: delivery.body });
}

/** A request whose body comes as it is told. */
function streaming(source: UnderlyingDefaultSource<Uint8Array>, headers: Record<string, string>): Request {
  const init = { method: "POST", headers, body: new ReadableStream(source), duplex: "half" };
  return new Request(URL, init as RequestInit);
}

async function short(response: Response): Promise<string> {
  const body = (await response.json()) as { result?: string; code?: string };
  return `${response.status} ${body.result ?? body.code}`;
}

describe("a delivery of GitHub's", () => {
  it.each([
    ["push", push, `${NAME} registry`],
    ["a comment", { event: "issue_comment", payload: push.payload }, `${NAME} work`],
    ["an issue", { event: "issues", payload: push.payload }, `${NAME} work`],
    ["the repository", { event: "repository", payload: push.payload }, `${NAME} all`],
  ])("hastens a look, whatever else its payload says: %s", async (_what, told, expected) => {
    const { deps, kept } = listener();
    const response = await receiveWebhook(request(told), deps);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await short(response)).toBe("202 taken");
    expect(kept.hastened).toEqual([expected]);
    expect(kept.counted).toEqual(["taken"]);
  });

  it.each(["installation", "installation_repositories"])(
    "of an App's %s hastens a look at everything",
    async (event) => {
      const { deps, kept } = listener();
      expect(await short(await receiveWebhook(request({ event, payload: { action: "created" } }), deps))).toBe(
        "202 taken",
      );
      expect([kept.installations, kept.hastened]).toEqual([1, []]);
      const without = { ...deps, hastenInstallation: undefined } as unknown as WebhookDeps;
      expect(await short(await receiveWebhook(request({ event, payload: {} }), without))).toBe("202 taken");
    },
  );

  it("names a repository in any letter case, and one that is not configured is ignored", async () => {
    const { deps, kept } = listener();
    const of = (full_name: string) => request({ event: "push", payload: { repository: { full_name } } });
    expect(await short(await receiveWebhook(of("Harbor/Lighthouse"), deps))).toBe("202 taken");
    expect(await short(await receiveWebhook(of("other/one"), deps))).toBe("202 ignored");
    expect(kept.hastened).toEqual(["Harbor/Lighthouse registry", "other/one registry"]);
  });

  it("that came before is seen, and hastens nothing", async () => {
    const { deps, kept } = listener();
    const id = randomUUID();
    expect(await short(await receiveWebhook(request(push, { id }), deps))).toBe("202 taken");
    expect(await short(await receiveWebhook(request(push, { id }), deps))).toBe("202 seen");
    expect(kept.hastened).toHaveLength(1);
    expect(kept.asked).toEqual([`${id} push`, `${id} push`]);
  });

  it("hastens a look where the store is down: a look does no harm", async () => {
    const { deps, kept } = listener({ delivered: () => Promise.resolve("unknown") });
    const id = randomUUID();
    const twice = [
      await receiveWebhook(request(push, { id }), deps),
      await receiveWebhook(request(push, { id }), deps),
    ];
    expect(await Promise.all(twice.map(short))).toEqual(["202 taken", "202 taken"]);
    expect(kept.hastened).toHaveLength(2);
  });

  it("that is a ping is answered, and one of an unknown event is ignored and not remembered", async () => {
    const { deps, kept } = listener();
    expect(await short(await receiveWebhook(request({ event: "ping", payload: { zen: "x" } }), deps))).toBe("200 pong");
    expect(await short(await receiveWebhook(request({ event: "star", payload: push.payload }), deps))).toBe(
      "202 ignored",
    );
    expect([kept.hastened, kept.asked]).toEqual([[], []]);
  });

  it("leaves its event, its ID and whether it matched in the log, and nothing else of itself", async () => {
    const { deps, kept } = listener();
    const id = randomUUID();
    await receiveWebhook(request(push, { id }), deps);
    expect(kept.log).toEqual([
      [{ delivery: id, event: "push", result: "taken", matched: true }, "GitHub told of a change"],
    ]);
    for (const told of [push, { event: "push", payload: { repository: { full_name: "secret/name" } } }])
      await receiveWebhook(request(told), deps);
    expect(JSON.stringify(kept.log)).not.toMatch(/Payload!|lighthouse|secret\/name|the-secret/);
  });
});

describe("a signature", () => {
  const refused = async (sent: Request, more: Partial<WebhookDeps> = {}) => {
    const { deps, kept } = listener(more);
    const response = await receiveWebhook(sent, deps);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect([kept.hastened, kept.asked, kept.log]).toEqual([[], [], []]);
    return [await short(response), kept.counted[0]];
  };
  const right = signed(push, { secret: SECRET }).headers["x-hub-signature-256"] ?? "";

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["another secret's", signed(push, { secret: "other" }).headers["x-hub-signature-256"] ?? ""],
    ["another body's", signed(push, { secret: SECRET, body: "{}" }).headers["x-hub-signature-256"] ?? ""],
    ["one that is cut off", right.slice(0, -1)],
    ["one with more behind it", `${right}0`],
    ["one without its kind", right.slice("sha256=".length)],
    ["one of the older kind", `sha1=${"0".repeat(40)}`],
    ["two", `${right}, ${right}`],
  ])("that is no secret's is refused before anything is parsed: %s", async (_what, signature) => {
    expect(await refused(request(push, { signature }))).toEqual(["401 webhook-signature", "signature"]);
    // Not even what is no delivery at all is told apart.
    expect(await refused(request(push, { signature, body: "no JSON" }, { "x-github-event": null }))).toEqual([
      "401 webhook-signature",
      "signature",
    ]);
  });

  it("of the secret before counts while it is replaced, and not after", async () => {
    const { deps } = listener({ secrets: [SECRET, BEFORE] });
    const old = () => request(push, { secret: BEFORE });
    expect(await short(await receiveWebhook(old(), deps))).toBe("202 taken");
    expect(await short(await receiveWebhook(request(push), deps))).toBe("202 taken");
    expect(await refused(old())).toEqual(["401 webhook-signature", "signature"]);
  });

  it("is asked for in vain where no secret is set: webhooks are off, and it is said how to switch them on", async () => {
    for (const secrets of [[], [""], ["", ""]]) {
      const { deps, kept } = listener({ secrets });
      for (const secret of ["x", SECRET]) {
        const response = await receiveWebhook(request(push, { secret }), deps);
        const body = (await response.json()) as { code: string; detail: string };
        expect([response.status, body.code]).toEqual([404, "webhooks-off"]);
        expect(body.detail).toContain("MUSTER_WEBHOOK_SECRET");
        expect(body.detail).toContain("MUSTER_WEBHOOK_SECRET_PREVIOUS");
      }
      expect(kept.hastened).toEqual([]);
    }
  });

  it("by an empty secret is never one, also where the secret before is empty", async () => {
    const empty = `sha256=${createHmac("sha256", "").update(JSON.stringify(push.payload)).digest("hex")}`;
    expect(await refused(request(push, { signature: empty }), { secrets: [SECRET, ""] })).toEqual([
      "401 webhook-signature",
      "signature",
    ]);
  });

  it("is over the very bytes: a mark of the byte order counts, and what is no UTF-8 was signed by nobody", async () => {
    const { deps } = listener();
    const sign = (bytes: Buffer) => `sha256=${createHmac("sha256", SECRET).update(bytes).digest("hex")}`;
    const send = (bytes: Buffer) => {
      const { headers } = signed(push, { secret: SECRET, signature: sign(bytes) });
      return receiveWebhook(new Request(URL, { method: "POST", headers, body: new Uint8Array(bytes) }), deps);
    };
    expect(await short(await send(Buffer.from(JSON.stringify(push.payload))))).toBe("202 taken");
    expect(await short(await send(Buffer.from(`\uFEFF${JSON.stringify(push.payload)}`)))).toBe("400 webhook-malformed");
    expect(await short(await send(Buffer.from([0x7b, 0xff, 0x7d])))).toBe("401 webhook-signature");
    expect(await short(await send(Buffer.alloc(0)))).toBe("401 webhook-signature");
  });

  it("is compared over any body and any secret exactly as it was made", async () => {
    const text = fc.string({ minLength: 1, unit: "binary" }).filter((one) => one.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, text, text, async (body, secret, other) => {
        const sent = () => request({ event: "ping", payload: {} }, { secret, body });
        const of = async (secrets: string[]) => short(await receiveWebhook(sent(), listener({ secrets }).deps));
        expect(await of([secret])).toBe("200 pong");
        expect(await of([other, secret])).toBe("200 pong");
        expect(await of([other])).toBe(other === secret ? "200 pong" : "401 webhook-signature");
      }),
      { numRuns: 60 },
    );
  });
});

describe("what is signed and no delivery", () => {
  const DEEP = 200_000;
  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a text", '"push"'],
    ["a number", "1"],
    ["null", "null"],
    ["an object without a repository", "{}"],
    ["a repository that is a text", `{"repository":"${NAME}"}`],
    ["a repository that is a list", '{"repository":[]}'],
    ["a name that is a number", '{"repository":{"full_name":5}}'],
    ["a name without an owner", '{"repository":{"full_name":"lighthouse"}}'],
    ["a name with more parts", '{"repository":{"full_name":"a/b/c"}}'],
    ["a name with a line break", '{"repository":{"full_name":"a/b\\n"}}'],
    ["a very long name", `{"repository":{"full_name":"a/${"b".repeat(5_000)}"}}`],
    ["a name of its prototype's", '{"__proto__":{"repository":{"full_name":"a/b"}}}'],
    ["lists in lists", "[".repeat(DEEP) + "]".repeat(DEEP)],
    ["objects in objects", `${'{"repository":'.repeat(DEEP)}1${"}".repeat(DEEP)}`],
  ])("is malformed, and hastens nothing: %s", async (_what, body) => {
    const { deps, kept } = listener();
    expect(await short(await receiveWebhook(request(push, { body }), deps))).toBe("400 webhook-malformed");
    expect([kept.hastened, kept.asked, kept.counted]).toEqual([[], [], ["malformed"]]);
  });

  it("may be nested as deep as it likes beside the name", async () => {
    const { deps } = listener();
    const body = `{"x":${"[".repeat(DEEP)}${"]".repeat(DEEP)},"repository":{"full_name":"${NAME}"}}`;
    expect(await short(await receiveWebhook(request(push, { body }), deps))).toBe("202 taken");
  });

  it.each([
    ["x-github-delivery", null],
    ["x-github-delivery", "short"],
    ["x-github-delivery", "x".repeat(101)],
    ["x-github-delivery", "0123 4567 89"],
    ["x-github-delivery", "../../../../etc"],
    ["x-github-event", null],
    ["x-github-event", "Push!"],
    ["x-github-event", "e".repeat(200)],
  ])("is malformed without its headers: %s %s", async (name, value) => {
    const { deps, kept } = listener();
    expect(await short(await receiveWebhook(request(push, {}, { [name]: value }), deps))).toBe("400 webhook-malformed");
    expect([kept.hastened, kept.log]).toEqual([[], []]);
  });

  it.each([
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/jsonp",
    "multipart/form-data; boundary=x",
    null,
  ])("is refused as %s, and it is said what to choose", async (type) => {
    const { deps, kept } = listener();
    const response = await receiveWebhook(request(push, {}, { "content-type": type ?? "" }), deps);
    const body = (await response.json()) as { code: string; detail: string };
    expect([response.status, body.code, kept.hastened]).toEqual([415, "webhook-type", []]);
    expect(body.detail).toContain("Choose application/json");
  });

  it("never throws, whatever text is signed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ minLength: 1 })), async (body) => {
        const { deps } = listener();
        const sent = request(push, { body: body.isWellFormed() ? body : "x" });
        expect(await short(await receiveWebhook(sent, deps))).toMatch(/^(?:202|400) /);
      }),
    );
  });
});

describe("a body", () => {
  const headersOf = (body: string) => signed(push, { secret: SECRET, body }).headers as Record<string, string>;
  const head = `{"repository":{"full_name":"${NAME}"},"x":"`;
  const large = (bytes: number) => `${head}${"a".repeat(bytes - head.length - 2)}"}`;

  it("of exactly 25 MB is taken, and one byte more is not, whatever content-length says", async () => {
    const { deps } = listener();
    const whole = large(MAX_BODY_BYTES);
    expect(whole).toHaveLength(25 * 1_048_576);
    expect(await short(await receiveWebhook(request(push, { body: whole }), deps))).toBe("202 taken");
    for (const length of [undefined, "5", String(10 ** 12), "-1", "many"]) {
      const sent = request(push, { body: `${whole} ` }, length === undefined ? {} : { "content-length": length });
      expect(await short(await receiveWebhook(sent, deps))).toBe("413 webhook-too-large");
    }
    const small = request(push, {}, { "content-length": String(10 ** 12) });
    expect(await short(await receiveWebhook(small, deps))).toBe("202 taken");
  }, 60_000);

  it("without an end is left after 25 MB, and nothing of it is kept", async () => {
    const { deps, kept } = listener();
    let given = 0;
    let cancelled = false;
    const chunk = new Uint8Array(1_048_576).fill(0x61);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        given += chunk.length;
        controller.enqueue(chunk);
      },
      cancel: () => void (cancelled = true),
    };
    expect(await short(await receiveWebhook(streaming(source, headersOf("x")), deps))).toBe("413 webhook-too-large");
    expect(given).toBeLessThan(MAX_BODY_BYTES + 4 * chunk.length);
    expect([cancelled, kept.hastened]).toEqual([true, []]);
  });

  it("that does not come to its end in time is left", async () => {
    const { deps, kept } = listener({ limits: { millis: 50 } });
    let cancelled = false;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
      cancel: () => void (cancelled = true),
    };
    expect(await short(await receiveWebhook(streaming(source, headersOf("x")), deps))).toBe("408 webhook-slow");
    expect([cancelled, kept.counted]).toEqual([true, ["slow"]]);
  });

  it("that breaks off is malformed", async () => {
    const { deps } = listener();
    const source: UnderlyingDefaultSource<Uint8Array> = { pull: (controller) => controller.error(new Error("gone")) };
    expect(await short(await receiveWebhook(streaming(source, headersOf("x")), deps))).toBe("400 webhook-malformed");
  });

  it("is not read at all without a signature or with another type", async () => {
    const { deps } = listener();
    let pulled = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = { pull: () => void (pulled += 1) };
    const unread = (headers: Record<string, string>) => {
      const init = { method: "POST", headers, body: new ReadableStream(source, { highWaterMark: 0 }), duplex: "half" };
      return receiveWebhook(new Request(URL, init as RequestInit), deps);
    };
    expect((await unread({ "content-type": "application/json" })).status).toBe(401);
    expect((await unread({ ...headersOf("x"), "content-type": "text/plain" })).status).toBe(415);
    expect(pulled).toBe(0);
  });

  it("fills no memory: too many large ones at once are told to wait, and those of the usual size are taken all the while", async () => {
    const { deps, kept } = listener();
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    /** A body of 24 MB that does not end by itself. */
    const hold = () => {
      let end: (error: Error) => void = () => undefined;
      let given = 0;
      let read: () => void = () => undefined;
      const whole = new Promise<void>((resolve) => (read = resolve));
      const source: UnderlyingDefaultSource<Uint8Array> = {
        start: (controller) => void (end = (error) => controller.error(error)),
        pull: (controller) => {
          given += 1;
          if (given <= 24) return controller.enqueue(chunk);
          read();
          return new Promise<void>(() => undefined);
        },
      };
      const answer = receiveWebhook(streaming(source, headersOf("x")), deps);
      return { whole, answer, end: () => end(new Error("gone")) };
    };
    const two = [hold(), hold()];
    await Promise.all(two.map(({ whole }) => whole));
    const busy = await hold().answer;
    expect([await short(busy), busy.headers.get("retry-after")]).toEqual(["503 webhook-busy", "10"]);
    expect(await short(await receiveWebhook(request(push, { body: large(200_000) }), deps))).toBe("202 taken");
    for (const { end } of two) end();
    await Promise.all(two.map(({ answer }) => answer));
    expect(kept.counted).toEqual(["busy", "taken", "malformed", "malformed"]);
    expect(await short(await receiveWebhook(request(push, { body: large(20_000_000) }), deps))).toBe("202 taken");
  });
});

describe("many deliveries", () => {
  it("of 10,000 that come together are two looks, and the last one is not forgotten", async () => {
    const looks: string[] = [];
    let end = () => undefined as void;
    const clock = { after: (_: number, call: () => void) => ((end = call), () => undefined) };
    const hasten = new Hasten((repository) => looks.push(repository), 2_000, clock);
    const { deps } = listener({ hasten: (name) => (hasten.ask(name.toLowerCase()), true) });
    for (let n = 0; n < 10_000; n += 1) await receiveWebhook(request(push), deps);
    end();
    end();
    expect(looks).toEqual([NAME, NAME]);
    hasten.close();
  }, 90_000);
});

describe("the emulated GitHub", () => {
  it("delivers over HTTP what this takes: signed, of every kind, and again with the same ID", async () => {
    const github = await startGitHub();
    const repository = github.addRepository(NAME);
    const { deps, kept } = listener();
    const server = createServer((incoming, response) => {
      const init = { method: "POST", headers: incoming.headers, body: Readable.toWeb(incoming), duplex: "half" };
      void receiveWebhook(new Request(URL, init as unknown as RequestInit), deps).then(async (answer) =>
        response.writeHead(answer.status).end(await answer.text()),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    const send = async (told: Told, options: Partial<DeliveryOptions> = {}) =>
      short(await sendDelivery(url, told, { secret: SECRET, ...options }));
    const id = randomUUID();
    try {
      expect(await send(tells.ping(repository))).toBe("200 pong");
      expect(await send(tells.push(repository, "a".repeat(40)), { id })).toBe("202 taken");
      expect(await send(tells.push(repository, "a".repeat(40)), { id })).toBe("202 seen");
      expect(await send(tells.comment(repository, 45, 1))).toBe("202 taken");
      expect(await send(tells.issue(repository, 45))).toBe("202 taken");
      expect(await send(tells.repository(repository))).toBe("202 taken");
      expect(await send(tells.installation(7))).toBe("202 taken");
      expect(await send(tells.push(repository, "a".repeat(40)), { secret: "other" })).toBe("401 webhook-signature");
    } finally {
      server.closeAllConnections();
      server.close();
      await github.stop();
    }
    expect(kept.hastened.map((one) => one.split(" ")[1])).toEqual(["registry", "work", "work", "all"]);
    expect(kept.installations).toBe(1);
  });
});

describe("the webhook's secrets", () => {
  it("are the current one, and the one before only beside it", () => {
    const of = (current?: string, previous?: string) =>
      webhookSecrets({ MUSTER_WEBHOOK_SECRET: current, MUSTER_WEBHOOK_SECRET_PREVIOUS: previous });
    expect([of(), of(""), of("a"), of("a", ""), of("a", "b"), of(undefined, "b"), of("", "b")]).toEqual([
      [],
      [],
      ["a"],
      ["a"],
      ["a", "b"],
      [],
      [],
    ]);
  });
});
