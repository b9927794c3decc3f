import "server-only";
import { SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";

/** The scope of Muster's own spans. Their names are constant text; what varies is in attributes that start with `muster.`. */
export const SCOPE = "muster";

/**
 * Does `work` inside a span, or just does it where nothing traces: the API's own tracer then makes no span at all. `name` is constant text,
 * and attributes say kinds and counts, never whose: names of repositories and agents do not leave this machine.
 * What `work` throws is thrown on, and the span says that it failed without its words.
 */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return trace.getTracer(SCOPE).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
