import type { Db, Engine } from "./engine";
import { Faulty, stateOf } from "./faults";

/** Leaves a transaction with an answer and nothing written. Never seen outside `attempt`. */
export class Undo<T> extends Error {
  override readonly name = "Undo";
  constructor(readonly answer: T) {
    super("Nothing was written.");
  }
}

/** SQLSTATE: a key that is there already, and two transactions that cannot both be. */
const CONFLICTS = new Set(["23505", "40001", "40P01"]);

/**
 * One transaction that answers. `Undo` gives its answer with nothing written; where another transaction was faster, `conflict` is the answer.
 * Every other failure is thrown on.
 */
export async function attempt<T>(engine: Engine, conflict: T, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await engine.transact(work);
  } catch (error) {
    if (error instanceof Undo) return error.answer as T;
    const state = stateOf(error);
    if (state !== null && CONFLICTS.has(state)) return conflict;
    throw error;
  }
}

/** Whether it is an answer of this folder's own, which says nothing about the connection. */
export function isOurs(error: unknown): boolean {
  return error instanceof Undo || error instanceof Faulty;
}
