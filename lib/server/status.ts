import "server-only";
import { statusFor } from "./documents";
import type { Repository } from "./repository";
import { serveNow } from "./respond";

/** A question may wait this long for a change, in milliseconds. */
const MAX_WAIT = 9_000;
/** So many questions wait at once at most; another is answered at once. */
const MAX_WAITING = 500;

let waiting = 0;

/**
 * Answers the status. With `after=<snapshot>&wait=<ms>` it answers when the snapshot is another, at the latest after `wait`, so that
 * a page learns of a change at once without asking often. With `view=work` the asker has Work open, so titles are kept fresh.
 */
export async function serveStatus(request: Request, repository: Repository): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (query.get("view") === "work") void repository.attend("work");
  const after = query.get("after");
  const wait = Math.min(Number(query.get("wait") ?? 0) || 0, MAX_WAIT);
  if (after !== null && wait > 0 && waiting < MAX_WAITING) {
    waiting += 1;
    try {
      await repository.changed(after, wait, request.signal);
    } finally {
      waiting -= 1;
    }
  }
  return serveNow(statusFor(repository));
}
