import { bigint, customType, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * The tables. A change here needs a migration (docs/store.md, "Changing the schema"); a test holds the two to each other. Instants of looks
 * and records are the server's clock in milliseconds. Times that replicas compare (leases, replicas, deliveries) are the database's own
 * clock, so that clocks that differ do no harm.
 */
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
const millis = (name: string) => bigint(name, { mode: "number" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Content by its hash, once whoever looked at it. `deflated` null: it was found altered, and waits to be read again. */
export const body = pgTable("body", {
  sha256: text("sha256").primaryKey(),
  size: integer("size").notNull(),
  deflated: bytea("deflated"),
});

/** A run of equal looks at one target is one row; the row with the greatest `id` is the last run. */
export const look = pgTable(
  "look",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    repository: text("repository").notNull(),
    scope: text("scope").notNull(),
    target: text("target").notNull(),
    result: text("result").notNull(),
    detail: text("detail").notNull(),
    body: text("body"),
    firstAt: millis("first_at").notNull(),
    lastAt: millis("last_at").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    index("look_last").on(table.repository, table.scope, table.target, table.id),
    index("look_body").on(table.body, table.scope),
    index("look_age").on(table.lastAt),
  ],
);

/** Where a repository stands. `data` null: it was found altered; the version stays, so that versions only ever grow. */
export const standing = pgTable(
  "standing",
  {
    repository: text("repository").notNull(),
    scope: text("scope").notNull(),
    version: bigint("version", { mode: "number" }).notNull(),
    data: text("data"),
    seal: text("seal").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.scope] })],
);

export const accepted = pgTable(
  "accepted",
  {
    repository: text("repository").notNull(),
    seq: integer("seq").notNull(),
    repositoryId: bigint("repository_id", { mode: "number" }),
    revision: bigint("revision", { mode: "number" }),
    body: text("body"),
    pin: text("pin"),
    facts: text("facts"),
    scope: text("scope").notNull(),
    at: millis("at").notNull(),
    decision: text("decision"),
    seal: text("seal").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.seq] }), index("accepted_body").on(table.body)],
);

export const decision = pgTable(
  "decision",
  {
    id: text("id").primaryKey(),
    repository: text("repository").notNull(),
    at: millis("at").notNull(),
    who: text("who").notNull(),
    why: text("why").notNull(),
    about: text("about").notNull(),
    seal: text("seal").notNull(),
  },
  (table) => [index("decision_repository").on(table.repository, table.at)],
);

export const snapshot = pgTable(
  "snapshot",
  {
    repository: text("repository").notNull(),
    id: text("id").notNull(),
    pin: text("pin").notNull(),
    inputs: text("inputs").notNull(),
    firstAt: millis("first_at").notNull(),
    lastAt: millis("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.id] })],
);

/** Who leads a repository. A row is never removed, so that its fence only ever grows. */
export const lease = pgTable(
  "lease",
  {
    repository: text("repository").notNull(),
    scope: text("scope").notNull(),
    holder: text("holder").notNull(),
    fence: bigint("fence", { mode: "number" }).notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.scope] }), index("lease_holder").on(table.holder)],
);

export const replica = pgTable("replica", { holder: text("holder").primaryKey(), seenAt: moment("seen_at").notNull() });

export const delivery = pgTable("delivery", {
  id: text("id").primaryKey(),
  event: text("event").notNull(),
  at: moment("at").notNull(),
});

export const budget = pgTable("budget", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  at: moment("at").notNull(),
});

/** What was found altered or broken: once for each record and reason. */
export const aside = pgTable(
  "aside",
  {
    repository: text("repository").notNull(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    at: millis("at").notNull(),
    why: text("why").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.kind, table.name, table.why] })],
);
