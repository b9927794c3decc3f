import "server-only";
import { API_HEADERS } from "./headers";
import { problem } from "./problem";
import type { Repository } from "./repository";

/** Begins a look, at most once in 10 s a repository; the answer does not wait for it. */
export function serveRevalidation(repository: Repository): Response {
  const { started, wait } = repository.revalidate();
  const seconds = Math.ceil(wait / 1_000);
  if (!started) {
    const again = seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
    return problem("too-soon", {
      detail: `A look was asked for moments ago. You can ask again ${again}.`,
      retryAfter: seconds,
    });
  }
  const headers = { ...API_HEADERS, "cache-control": "no-store" };
  return Response.json({ detail: "Looking again now. What changed shows by itself." }, { status: 202, headers });
}
