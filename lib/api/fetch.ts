import type { Problem } from "./documents";

/** A document that could not be fetched: the problem that the server named, or that it did not answer. */
export class DocumentError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = "DocumentError";
  }
}

/** Fetches one document. Rejects with a DocumentError, which react-query keeps as the query's error. */
export async function fetchDocument<T>(url: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (response.ok) return (await response.json()) as T;
  throw new DocumentError(await problemOf(response));
}

/** The problem that an answer names, or one that says that it named none. */
export async function problemOf(response: Response): Promise<Problem> {
  const fallback: Problem = {
    type: "about:blank",
    title: "Muster could not answer",
    status: response.status,
    detail: "Muster could not answer this request. Nothing is lost; try again in a moment.",
    code: "no-answer",
  };
  try {
    return { ...fallback, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return fallback;
  }
}
