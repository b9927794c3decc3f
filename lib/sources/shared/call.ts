import type { Answer, Look, Millis } from "@/lib/contracts/core/look";
import type { CallLimits } from "@/lib/sources/source";

/** An answer that carries no value: it fits a look at anything. */
export type Refusal = Exclude<Answer<never>, { answer: "value" } | { answer: "unchanged" }>;

/** Milliseconds that a look may take where its caller names no limit. */
export const DEFAULT_TIMEOUT_MS = 15_000;
/** setTimeout fires at once beyond this. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Thrown inside a look whose answer was already given, to end the work behind it. Never leaves `takeLook`. */
class Stopped extends Error {}

/** One call in progress: what it has cost, and whether it must end. */
export class Call {
  /** Child processes started and files read so far. */
  requests = 0;

  constructor(readonly signal: AbortSignal) {}

  /** Counts one child process or one file read. Called just before it is made. */
  spend(): void {
    this.carryOn();
    this.requests += 1;
  }

  /** Ends the work (by a throw that `takeLook` expects) once the call was stopped. */
  carryOn(): void {
    if (this.signal.aborted) throw new Stopped();
  }
}

/**
 * Makes a look: runs `work` within its limits and adds when it was made and what it cost. Never throws and never waits
 * longer than the limit, even where the operating system does not answer.
 * @param now the clock, in milliseconds since 1970
 */
export async function takeLook<T>(
  now: () => Millis,
  limits: CallLimits | undefined,
  work: (call: Call) => Promise<Answer<T>>,
): Promise<Look<T>> {
  const at = now();
  const stop = new AbortController();
  const call = new Call(stop.signal);
  const timeoutMs = Math.min(limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS);
  let end: (answer: Refusal) => void = () => {};
  const ended = new Promise<Refusal>((resolve) => {
    end = (answer) => {
      resolve(answer);
      stop.abort();
    };
  });
  const timer = setTimeout(() => end(tookTooLong(timeoutMs)), timeoutMs);
  const calledOff = (): void => end(CALLED_OFF);
  limits?.signal?.addEventListener("abort", calledOff, { once: true });
  if (limits?.signal?.aborted) calledOff();
  try {
    const answer = stop.signal.aborted ? await ended : await Promise.race([ended, settle(work, call)]);
    return { at, millis: Math.max(0, now() - at), requests: call.requests, ...answer };
  } finally {
    clearTimeout(timer);
    limits?.signal?.removeEventListener("abort", calledOff);
  }
}

async function settle<T>(work: (call: Call) => Promise<Answer<T>>, call: Call): Promise<Answer<T>> {
  try {
    return await work(call);
  } catch (error) {
    return error instanceof Stopped
      ? CALLED_OFF
      : failed("io", "The source could not be read, for a reason it did not name.");
  }
}

export function failed(cause: Extract<Answer<never>, { answer: "failed" }>["cause"], detail: string): Refusal {
  return { answer: "failed", cause, detail };
}

/** The call was stopped; `takeLook` has given its answer already, so nobody reads this one. */
export const CALLED_OFF: Refusal = failed("timeout", "The look was called off before it ended.");

function tookTooLong(timeoutMs: number): Refusal {
  return failed("timeout", `The look took longer than ${timeoutMs / 1000} seconds and was stopped.`);
}
