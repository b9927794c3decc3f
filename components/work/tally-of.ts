import type { TaskDoc } from "@/lib/api/documents";
import type { Tally } from "./types";

/** How many tasks are open, closed, or without a known state. */
export function tallyOf(placed: readonly { readonly task: Pick<TaskDoc, "state"> }[]): Tally {
  const tally = { open: 0, closed: 0, unknown: 0 };
  for (const { task } of placed) tally[task.state ?? "unknown"] += 1;
  return tally;
}
