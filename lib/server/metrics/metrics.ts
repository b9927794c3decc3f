import "server-only";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { StoreFault } from "@/lib/store/types";
import type { WebhookResult } from "../webhooks/receive";
import { gaugesOf, type Readings } from "./gauges";
import {
  codeOf,
  listed,
  LOOK_ANSWERS,
  LOOK_KINDS,
  STORE_FAULTS,
  WEBHOOK_EVENTS,
  WEBHOOK_RESULTS,
  type LookAnswer,
  type LookKind,
} from "./names";

/** What is counted while Muster works, and what is read when somebody scrapes. */
export interface Metrics {
  /** One look ended. `seconds`: how long it took. */
  looked(look: { readonly kind: LookKind; readonly answer: LookAnswer; readonly seconds: number }): void;
  /** GitHub answered one request with this status; null: no answer came. */
  requested(answer: { readonly status: number | null }): void;
  /** A delivery came. `event`: as its header says, which may be anything. */
  webhook(delivery: { readonly event: string; readonly result: WebhookResult }): void;
  /** A call of the store failed. */
  storeFault(code: StoreFault["code"]): void;
  /** Says where the gauges are read, at each scrape anew. The last one that was named counts. */
  collect(provider: () => Readings | Promise<Readings>): void;
  /** A whole scrape in Prometheus' text format. A provider that throws leaves its gauges out and the rest stands. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** In seconds: a directory is read in milliseconds; a look that lasts longer than 30 s is cut off. */
const LOOK_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Makes the metrics of one process. They stand in a registry of their own, not in the one that prom-client shares by module: routes and
 * instrumentation do not share modules, so keep what this returns beside the runtime.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "muster_" });
  const counters = countersIn(registry);
  let provider: (() => Readings | Promise<Readings>) | null = null;
  return {
    looked: ({ kind, answer, seconds }) => {
      const where = listed(LOOK_KINDS, kind);
      counters.looks.inc({ kind: where, answer: listed(LOOK_ANSWERS, answer) });
      counters.duration.observe({ kind: where }, Math.max(0, seconds));
    },
    requested: ({ status }) => counters.upstream.inc({ code: codeOf(status) }),
    webhook: ({ event, result }) =>
      counters.webhooks.inc({ event: listed(WEBHOOK_EVENTS, event), result: listed(WEBHOOK_RESULTS, result) }),
    storeFault: (code) => counters.store.inc({ code: listed(STORE_FAULTS, code) }),
    collect: (next) => {
      provider = next;
    },
    text: async () => {
      const gauges = provider === null ? "" : await readingsOf(provider, () => counters.unread.inc());
      return { contentType: registry.contentType, body: `${await registry.metrics()}\n${gauges}` };
    },
  };
}

async function readingsOf(provider: () => Readings | Promise<Readings>, unread: () => void): Promise<string> {
  try {
    return await gaugesOf(await provider());
  } catch {
    unread();
    return "";
  }
}

function countersIn(register: Registry) {
  const registers = [register];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    looks: counter("muster_looks_total", "Looks that ended, by where and by answer.", ["kind", "answer"]),
    duration: new Histogram({
      name: "muster_look_duration_seconds",
      help: "How long looks took.",
      labelNames: ["kind"],
      buckets: LOOK_BUCKETS,
      registers,
    }),
    upstream: counter("muster_upstream_answers_total", "What GitHub answered, by status.", ["code"]),
    webhooks: counter("muster_webhook_deliveries_total", "Webhook deliveries, by event and by what became of them.", [
      "event",
      "result",
    ]),
    store: counter("muster_store_faults_total", "Calls of the store that failed, by fault.", ["code"]),
    unread: counter("muster_unread_scrapes_total", "Scrapes whose gauges could not be read.", []),
  };
}
