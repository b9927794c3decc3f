import "server-only";
import type { Change } from "../changes";

/** A heartbeat is sent so often, in milliseconds. A listener that hears nothing for 40 s may take the stream for dead. */
export const HEARTBEAT = 15_000;
/** A browser waits so long before it opens a broken stream again, in milliseconds. */
const RETRY = 2_000;

// The form is that of https://html.spec.whatwg.org/multipage/server-sent-events.html. Data is JSON, which holds no line break.

/** Begins every stream. `id` is where the listener stands: what it has missed, if anything, follows after it. */
export function hello(id: string): string {
  return `retry: ${RETRY}\n${frame("hello", id, { heartbeat: HEARTBEAT })}`;
}

/** What was missed is not known any more: ask for everything anew. */
export function reset(id: string): string {
  return frame("reset", id, {});
}

export function changed(id: string, { repository, snapshot, state }: Change): string {
  return frame("changed", id, { repository, snapshot, state });
}

/** An event and no comment, since a browser does not tell its page of comments, and the page must know that the stream lives. */
export function heartbeat(id: string): string {
  return frame("heartbeat", id, {});
}

function frame(event: string, id: string, data: unknown): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
