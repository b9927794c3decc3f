import { eq, sql } from "drizzle-orm";
import type { Db } from "./engine";
import { budget, delivery } from "./schema";
import { storable } from "./seal";

const NOW = sql`clock_timestamp()`;

/** Whoever writes the row first has the delivery; everyone after it has seen it. */
export async function noteDelivery(
  db: Db,
  one: { readonly id: string; readonly event: string },
): Promise<"new" | "seen"> {
  const row = { id: storable(one.id), event: storable(one.event), at: NOW };
  const made = await db.insert(delivery).values(row).onConflictDoNothing().returning({ id: delivery.id });
  return made.length === 1 ? "new" : "seen";
}

export async function readBudget(db: Db, key: string): Promise<{ value: string; age: number } | null> {
  const age = sql<number>`greatest(0, extract(epoch from ${NOW} - ${budget.at}) * 1000)::float8`.mapWith(Number);
  const [row] = await db.select({ value: budget.value, age }).from(budget).where(eq(budget.key, key));
  return row ?? null;
}

export async function writeBudget(db: Db, key: string, value: string): Promise<void> {
  const set = { value: storable(value), at: NOW };
  await db
    .insert(budget)
    .values({ key, ...set })
    .onConflictDoUpdate({ target: budget.key, set });
}
