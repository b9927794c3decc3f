import "server-only";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { cleaned } from "./clean";

/**
 * Sends spans through `inner`, cleaned, so that nothing reaches the network that `cleaned` does not let out. `told` hears when sending begins to
 * fail and when it goes through again, once each, and not for every batch.
 */
export class CleanExporter implements SpanExporter {
  #failing = false;

  constructor(
    private readonly inner: SpanExporter,
    private readonly routes: ReadonlySet<string>,
    private readonly told: (state: "failing" | "sending") => void,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter["export"]>[1]): void {
    const clean = spans.map((span) => cleaned(span, this.routes));
    this.inner.export(clean, (result) => {
      const failing = result.error !== undefined || result.code !== 0;
      if (failing !== this.#failing) this.told(failing ? "failing" : "sending");
      this.#failing = failing;
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }

  async shutdown(): Promise<void> {
    await this.inner.shutdown();
  }
}
