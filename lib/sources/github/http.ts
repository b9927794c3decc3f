import { failed, type Refusal } from "../shared/call";

/** One answer as it came over the wire, whole. */
export interface Wire {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface Question {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Largest body of a success that is read, in bytes after decompression. */
  readonly maxBytes: number;
}

export interface Patience {
  /** Milliseconds for the whole exchange. */
  readonly totalMs: number;
  /** Milliseconds without a single byte. */
  readonly idleMs: number;
}

export type Exchange = { readonly ok: true; readonly wire: Wire } | { readonly ok: false; readonly refusal: Refusal };

/** So much is read of what an answer that is no success says; where it says more, or not to the end, its status says enough. */
const MAX_REASON_BYTES = 64 * 1_024;

/** Why we ourselves hung up. */
type Stop = "too-slow" | "too-large" | "called-off";

/**
 * Asks once and reads the whole answer, within the limits of bytes and time while it streams. Redirects are given back, never followed:
 * whoever follows one must first see where it leads. Never throws.
 */
export async function exchange(question: Question, patience: Patience, signal: AbortSignal): Promise<Exchange> {
  const stop = new AbortController();
  let why: Stop | null = null;
  const hangUp = (reason: Stop) => {
    why ??= reason;
    stop.abort();
  };
  const calledOff = () => hangUp("called-off");
  signal.addEventListener("abort", calledOff, { once: true });
  if (signal.aborted) calledOff();
  const total = setTimeout(() => hangUp("too-slow"), patience.totalMs);
  const idle = setTimeout(() => hangUp("too-slow"), patience.idleMs);
  try {
    const { url, method, headers, body } = question;
    // A framework may put a cache before fetch; nothing that a credential read may land in it.
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      redirect: "manual",
      cache: "no-store",
      signal: stop.signal,
      ...(body === undefined ? {} : { body }),
    });
    idle.refresh();
    const { status, headers: told } = response;
    const success = status === 200 || status === 201;
    const read = readBody(response, success ? question.maxBytes : MAX_REASON_BYTES, () => idle.refresh(), hangUp);
    const bytes = await (success ? read : read.catch(() => new Uint8Array()));
    if (signal.aborted) throw new Error("called off");
    return { ok: true, wire: { status, headers: told, bytes } };
  } catch (error) {
    return { ok: false, refusal: explain(why, question, error) };
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
    signal.removeEventListener("abort", calledOff);
    // Frees the connection of an answer that was not read to its end.
    if (why !== null) stop.abort();
  }
}

async function readBody(
  response: Response,
  maxBytes: number,
  heard: () => void,
  hangUp: (why: Stop) => void,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (response.body !== null) {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      size += part.value.byteLength;
      if (size > maxBytes) {
        hangUp("too-large");
        throw new Error("too large");
      }
      parts.push(part.value);
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function explain(why: Stop | null, { maxBytes, url }: Question, error: unknown): Refusal {
  if (why === "called-off") return failed("timeout", "The look was called off before GitHub had answered.");
  if (why === "too-slow") return failed("too-slow", "GitHub did not answer, or not to the end, in time.");
  if (why === "too-large")
    return failed("too-large", `The answer is larger than ${maxBytes} bytes, so nothing of it was used.`);
  return failed("network", `GitHub could not be reached at ${url.hostname}: ${codeOf(error)}.`);
}

/** What the system says of the connection. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const code = (at as NodeJS.ErrnoException).code;
    if (typeof code === "string" && /^[A-Z0-9_]{2,60}$/.test(code)) return WORDS[code] ?? code;
  }
  return "the connection broke off";
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody answers at its address",
  ENOTFOUND: "its name is not known here",
  EAI_AGAIN: "its name could not be looked up",
  ECONNRESET: "the connection broke off",
  UND_ERR_SOCKET: "the connection broke off",
  ETIMEDOUT: "the connection took too long",
  UND_ERR_CONNECT_TIMEOUT: "the connection took too long",
};
