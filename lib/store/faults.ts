import type { Kept, StoreFault } from "./types";

/** A failure that already has its sentence. Thrown inside this folder only: every call of the store answers it as a value. */
export class Faulty extends Error {
  constructor(readonly fault: StoreFault) {
    super(fault.message);
  }
}

type Code = StoreFault["code"];

const SENTENCES: Readonly<Record<Code, string>> = {
  "store-unreachable":
    "The database cannot be reached. What was read before is still shown, and Muster keeps trying. Check that PostgreSQL runs and that DATABASE_URL leads to it.",
  "store-full":
    "The disk that the store is on is full, so nothing new can be kept. What was read before is still shown. Free some room; Muster goes on by itself.",
  "store-read-only":
    "The store may only be read, so nothing new can be kept. What was read before is still shown. Allow Muster to write to its data folder or database; it goes on by itself.",
  "store-newer":
    "The store was written by a newer or another version of Muster, and this one left it as it is. Start that version again, or give this one a store of its own.",
  "store-in-use":
    "Another Muster is using the data folder. Stop it first, or give this one another folder in MUSTER_DATA.",
  "store-refused":
    "The database refused the connection or what Muster asked. Check the name, the password, the rights and the sslmode in DATABASE_URL.",
  "store-failed":
    "The store failed in a way that Muster does not know. What was read before is still shown, and Muster keeps trying. The log names the error.",
};

/** SQLSTATE by its beginning, the longest first. https://www.postgresql.org/docs/14/errcodes-appendix.html */
const STATES: readonly (readonly [string, Code])[] = [
  ["25006", "store-read-only"],
  ["42501", "store-refused"],
  ["53100", "store-full"],
  ["53300", "store-unreachable"],
  ["57014", "store-unreachable"],
  ["55P03", "store-unreachable"],
  ["25P03", "store-unreachable"],
  ["57P", "store-unreachable"],
  ["08", "store-unreachable"],
  ["28", "store-refused"],
  ["3D", "store-refused"],
];

/** The operating system's and Node.js's codes. */
const SYSTEM: Readonly<Record<string, Code>> = {
  ENOSPC: "store-full",
  EDQUOT: "store-full",
  EROFS: "store-read-only",
  EACCES: "store-read-only",
  EPERM: "store-read-only",
  ECONNREFUSED: "store-unreachable",
  ECONNRESET: "store-unreachable",
  EPIPE: "store-unreachable",
  ETIMEDOUT: "store-unreachable",
  EHOSTUNREACH: "store-unreachable",
  ENETUNREACH: "store-unreachable",
  ENOTFOUND: "store-unreachable",
  EAI_AGAIN: "store-unreachable",
};

/** How pg says, without a code, that a connection is gone, late or refused. */
const PHRASES: readonly (readonly [RegExp, Code])[] = [
  [/does not support SSL|SSL|certificate/i, "store-refused"],
  [/password must be a string|SASL/i, "store-refused"],
  [/terminated|timeout|closed|not queryable|ended|Cannot use a pool/i, "store-unreachable"],
];

/** A fault with its usual sentence, or another that says more. Never give a sentence that holds an address. */
export function fault(code: Code, message: string = SENTENCES[code]): StoreFault {
  return { code, message };
}

/** What a driver or the operating system threw, as a fault. Their own words are left out: they can name addresses and what was asked. */
export function faultOf(error: unknown): StoreFault {
  for (const cause of causes(error)) {
    if (cause instanceof Faulty) return cause.fault;
    const code = judge(cause);
    if (code !== null) return fault(code);
  }
  return fault("store-failed", withState(SENTENCES["store-failed"], error));
}

/** Runs one call of the store: what it throws is answered as a fault. */
export async function kept<T>(work: () => Promise<T>): Promise<Kept<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

/** SQLSTATE or the system's code, wherever a driver put it. */
export function stateOf(error: unknown): string | null {
  for (const cause of causes(error)) {
    const code = codeIn(cause);
    if (code !== null) return code;
  }
  return null;
}

function judge(error: unknown): Code | null {
  const code = codeIn(error);
  if (code !== null) {
    const system =
      SYSTEM[code] ?? (/^(?:CERT_|ERR_TLS_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code) ? "store-refused" : undefined);
    if (system !== undefined) return system;
    return STATES.find(([start]) => code.startsWith(start))?.[1] ?? null;
  }
  const message = error instanceof Error ? error.message : "";
  // An error that wraps another holds the statement; only the innermost one speaks for itself.
  if (error instanceof Error && error.cause !== undefined) return null;
  return PHRASES.find(([phrase]) => phrase.test(message))?.[1] ?? null;
}

/** Only a code of capitals and digits goes into a sentence: it cannot carry a secret. */
function withState(sentence: string, error: unknown): string {
  const state = stateOf(error);
  return state === null ? sentence : sentence.replace("The log names the error.", `The error's code is ${state}.`);
}

function codeIn(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" && /^[A-Z0-9_]{2,40}$/.test(error.code) ? error.code : null;
}

/** The error and what it wraps, the outermost first; the parts of an AggregateError (one for each address that was tried) too. */
function causes(error: unknown, depth = 0): unknown[] {
  if (depth > 5 || typeof error !== "object" || error === null) return [];
  const inner = error instanceof AggregateError ? error.errors.slice(0, 5) : "cause" in error ? [error.cause] : [];
  return [error, ...inner.flatMap((cause) => causes(cause, depth + 1))];
}
