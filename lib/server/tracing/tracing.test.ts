import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readRoutes } from "./routes";
import { isTracingWanted } from "./settings";
import { traced } from "./span";
import { startTracing, type Tracing } from "./start";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ROUTES = new Set(["/repos/[owner]/[repo]/roster"]);
const SECRETS = ["lighthouse", "ghp_secret", "wiper"];

/** As much of OTLP's JSON as is looked at. */
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: unknown }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

let receiver: Server;
let bodies: string[];
let answer: number | null;
let tracing: Tracing | null;

beforeEach(async () => {
  [bodies, answer, tracing] = [[], 200, null];
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString());
      // null: it never answers.
      if (answer !== null) response.writeHead(answer, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
});

afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await tracing?.stop(100);
  for (const api of [trace, context, propagation]) api.disable();
  vi.unstubAllEnvs();
});

const spansIn = (text: string) =>
  (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
const serviceIn = (text: string) =>
  (JSON.parse(text) as Sent).resourceSpans[0]?.resource.attributes.find(({ key }) => key === "service.name")?.value;

/** The worst that Next.js writes: addresses in names, in attributes, in events and in the words of a failure. */
function nextSpan(): void {
  const address = "https://api.github.com/repos/harbor/lighthouse?token=ghp_secret";
  const span = trace.getTracer("next.js").startSpan(`fetch GET ${address}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      "next.span_type": "AppRender.fetch",
      "next.span_name": `fetch GET ${address}`,
      "http.method": "GET",
      "http.url": address,
      "url.full": address,
      "http.target": "/repos/harbor/lighthouse/agents/wiper",
      "next.route": "/repos/harbor/lighthouse/agents/wiper",
      "http.route": "/repos/[owner]/[repo]/roster",
    },
  });
  span.recordException(new Error(address));
  span.setStatus({ code: 2, message: address });
  span.end();
}

describe("tracing", () => {
  it("sends spans over HTTP, with the service's name and the routes, and with no name, address or secret", async () => {
    tracing = startTracing(ROUTES);
    nextSpan();
    await traced("muster.look", { "muster.kind": "github", "http.url": "https://x/lighthouse" }, async () =>
      nextSpan(),
    );
    expect(await tracing.flush()).toBe("sent");
    const text = bodies.join("\n");
    expect(serviceIn(text)).toEqual({ stringValue: "muster" });
    const spans = spansIn(text);
    expect(spans.map(({ name }) => name)).toEqual([
      "AppRender.fetch GET /repos/[owner]/[repo]/roster",
      "AppRender.fetch GET /repos/[owner]/[repo]/roster",
      "muster.look",
    ]);
    expect(spans[0]?.attributes.map(({ key }) => key).sort()).toEqual(["http.method", "http.route", "next.span_type"]);
    expect(spans[2]?.attributes.map(({ key }) => key)).toEqual(["muster.kind"]);
    // What happens inside a span belongs to its trace.
    expect(spans[1]?.traceId).toBe(spans[2]?.traceId);
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("lets the operator name the service, and hands the context on in W3C's form", async () => {
    vi.stubEnv("OTEL_SERVICE_NAME", "squads");
    tracing = startTracing(ROUTES);
    const carrier: Record<string, string> = {};
    await traced("muster.look", {}, async () => propagation.inject(context.active(), carrier));
    expect(carrier["traceparent"]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await tracing.flush();
    expect(serviceIn(bodies[0] ?? "{}")).toEqual({ stringValue: "squads" });
  });

  it("does not hold the end of the process up where nothing answers", async () => {
    answer = null;
    tracing = startTracing(ROUTES);
    nextSpan();
    expect(await tracing.flush(50)).toBe("late");
  });

  it("passes on what the work throws, and says of it only that it failed", async () => {
    tracing = startTracing(ROUTES);
    const broken = traced("muster.look", {}, () => Promise.reject(new Error("lighthouse is gone")));
    await expect(broken).rejects.toThrow("lighthouse is gone");
    await tracing.flush();
    expect(bodies[0]).toContain('"status":{"code":2}');
    expect(bodies[0]).not.toContain("lighthouse");
  });
});

describe("without tracing", () => {
  it("traced() only does its work", async () => {
    expect(await traced("muster.look", {}, async () => trace.getActiveSpan()?.isRecording() ?? false)).toBe(false);
    expect(bodies).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" }, false],
  ])("is wanted where an endpoint is named: %j", (env, wanted) => {
    expect(isTracingWanted(env)).toBe(wanted);
  });

  it("no pattern is known, and none goes out, where nothing was built", () => {
    expect(readRoutes(fileURLToPath(new URL(".", import.meta.url)))).toEqual(new Set());
  });
});

describe("register()", () => {
  const PROGRAM = `
    const { register } = await import("./instrumentation.ts");
    await register();
    const loaded = Object.keys(process.getBuiltinModule("node:module")._cache);
    process.stdout.write(loaded.some((path) => path.includes("sdk-trace-node")) ? "loaded" : "nothing");
    process.exit(0);`;
  const run = async (env: Record<string, string>) => {
    const args = ["--conditions=react-server", "--import", "tsx", "--input-type=module", "--eval", PROGRAM];
    const inherited = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "", MUSTER_LOG: "warn", NEXT_RUNTIME: "nodejs" };
    return promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...inherited, ...env } });
  };

  it("loads nothing of OpenTelemetry's SDK where no endpoint is named", async () => {
    expect((await run({})).stdout).toBe("nothing");
  });

  it("loads it where one is", async () => {
    expect((await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).stdout).toBe("loaded");
  });

  it("loads nothing at the edge", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", NEXT_RUNTIME: "edge" };
    expect((await run(env)).stdout).toBe("nothing");
  });

  it("says in one line that it could not start, and returns", async () => {
    const { stdout } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "no address" });
    const lines = stdout.split("\n").filter((line) => line.includes("Tracing could not start; Muster serves on"));
    expect(lines).toHaveLength(1);
    expect(stdout).not.toContain("no address");
  });
});
