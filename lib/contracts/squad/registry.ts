import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import { readJson } from "../core/json";
import type { JsonValue } from "../core/json-types";
import { Outline } from "../core/json-outline";
import type { LineSpan } from "../core/lines";
import { joinPointer } from "../core/pointer";
import { compareCodeUnits, quote } from "../core/text";
import { readInstant, type Instant } from "../core/time";
import { assessMigration } from "./legacy";
import { nameCollisions, partners } from "./names";
import { readRecord } from "./registry-record";
import * as rules from "./registry-rules";
import type { AgentId, AgentRecord, Excluded, Registry, RegistryVerdict, Roster } from "./registry-types";

type Members = { readonly [name: string]: JsonValue };

/** A root that holds: what its records are read against. */
interface Root {
  readonly revision: number;
  readonly generatedAt: string;
  readonly generated: Instant;
  readonly agents: Members;
  /** The names of `agents`, listed once: listing thousands takes its time. */
  readonly ids: readonly AgentId[];
}

/** How many of the agents that share a name one message lists. */
const MAX_PARTNERS = 3;

/**
 * The verdict on the bytes of `.squad/casting/registry.json` (contracts, "Registry verdict"). Pure and total.
 * - `complete`: every record is valid. The only verdict whose registry resolves bindings.
 * - `partial`: valid records, and each invalid one with every rule it fails, its pointer and its lines.
 * - `legacy`: an object whose `agents` is an object and that has no member `schema`, with migration readiness.
 * - `refused`: the file or its root is wrong; `diagnostics` lists every failing root rule, and no record is read.
 *
 * Agents and excluded records are sorted by ID, so that the order in the file never matters.
 */
export function readRegistry(bytes: Uint8Array): RegistryVerdict {
  if (bytes.length > rules.MAX_REGISTRY_BYTES) {
    return refuse(
      diagnose(
        rules.REGISTRY_TOO_LARGE,
        "",
        `The file has ${bytes.length} bytes; at most ${rules.MAX_REGISTRY_BYTES} are read.`,
      ),
    );
  }
  const outline = new Outline("agents");
  const reading = readJson(bytes, { maxBytes: rules.MAX_REGISTRY_BYTES }, outline);
  if (!reading.ok) return { verdict: "refused", diagnostics: reading.diagnostics };
  const { text, value } = reading;
  if (Array.isArray(value))
    return refuse(olderShape("", "The file is a list, not an object with agents under their IDs."));
  if (!isMembers(value))
    return refuse(diagnose(rules.ROOT_NOT_OBJECT, "", "The file is not a JSON object.", { value }));

  const { agents } = value;
  if (!Object.hasOwn(value, "schema")) {
    if (isMembers(agents)) return readLegacy(text, agents, outline);
    if (Array.isArray(agents)) return refuse(olderShape("/agents", "`agents` is a list, so its agents have no IDs."));
    if (Object.hasOwn(value, "entries"))
      return refuse(olderShape("/entries", "The file lists `entries`, which have no IDs."));
  }
  const root = readRoot(value);
  return "diagnostics" in root
    ? { verdict: "refused", diagnostics: root.diagnostics }
    : readRecords(text, root, outline);
}

function readRoot(root: Members): Root | { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const fail = (rule: Rule, member: string, message: string): void => {
    const said = Object.hasOwn(root, member) ? message : `\`${member}\` is missing.`;
    diagnostics.push(diagnose(rule, joinPointer("", member), said, { value: root[member] }));
  };
  const { schema, schema_version: version, revision, generated_at: generatedAt, agents } = root;
  if (schema !== rules.REGISTRY_SCHEMA)
    fail(rules.SCHEMA_UNSUPPORTED, "schema", "The file names a schema that this reader does not know.");
  if (version !== 1)
    fail(rules.SCHEMA_VERSION_UNSUPPORTED, "schema_version", "The schema version is not the number 1.");
  const isRevision = typeof revision === "number" && Number.isSafeInteger(revision) && revision >= 1;
  if (!isRevision) fail(rules.REVISION_INVALID, "revision", "The revision is not a whole number from 1 up.");
  const generated = typeof generatedAt === "string" ? readInstant(generatedAt) : null;
  if (generated === null)
    fail(rules.GENERATED_AT_INVALID, "generated_at", "The registry's own time is not a timestamp.");
  const ids = isMembers(agents) ? Object.keys(agents) : [];
  if (!isMembers(agents)) {
    fail(
      rules.AGENTS_NOT_OBJECT,
      "agents",
      Array.isArray(agents) ? "`agents` is a list, so its agents have no IDs." : "`agents` is not an object.",
    );
  } else {
    diagnostics.push(...tooMany(ids));
  }
  if (
    diagnostics.length > 0 ||
    !isRevision ||
    generated === null ||
    typeof generatedAt !== "string" ||
    !isMembers(agents)
  )
    return { diagnostics };
  return { revision, generatedAt, generated, agents, ids };
}

function readRecords(text: string, root: Root, outline: Outline): RegistryVerdict {
  const records: AgentRecord[] = [];
  const excluded: Excluded[] = [];
  const warnings = new Map<AgentId, readonly Diagnostic[]>();
  // In the file's order, which is where the next record lies in memory; sorted afterwards.
  root.ids.forEach((id, index) => {
    const lines = outline.linesOf(text, id, index) ?? NOWHERE;
    const reading = readRecord(id, root.agents[id] ?? null, lines, root.generated);
    if (reading.record === null)
      excluded.push({ id, pointer: joinPointer("/agents", id), lines, diagnostics: reading.errors });
    else {
      records.push(reading.record);
      if (reading.warnings.length > 0) warnings.set(id, reading.warnings);
    }
  });
  const valid = new Map<AgentId, AgentRecord>();
  for (const record of records.sort(byId)) valid.set(record.id, record);
  for (const collided of collisions(records, valid)) {
    valid.delete(collided.id);
    excluded.push(collided);
  }
  const roster: Roster = { revision: root.revision, generatedAt: root.generatedAt, agents: valid };
  const diagnostics = warnings.size === 0 ? [] : [...valid.keys()].flatMap((id) => warnings.get(id) ?? []);
  if (excluded.length === 0) return { verdict: "complete", diagnostics, registry: roster as Registry };
  return { verdict: "partial", diagnostics, roster, excluded: excluded.sort(byId) };
}

function byId(a: { readonly id: AgentId }, b: { readonly id: AgentId }): number {
  return compareCodeUnits(a.id, b.id);
}

/** "All colliding records are excluded, tombstones included; an invalid record takes nobody down": only valid ones are compared. */
function collisions(records: readonly AgentRecord[], valid: ReadonlyMap<AgentId, AgentRecord>): Excluded[] {
  const nameOf = (record: AgentRecord | undefined): string => record?.displayName ?? "";
  return [...nameCollisions(records, nameOf)].flatMap(([id, groups]) => {
    const record = valid.get(id);
    if (record === undefined) return [];
    const others = partners(id, groups, MAX_PARTNERS + 1);
    const listed = others.slice(0, MAX_PARTNERS).map((other) => `${other} (${quote(nameOf(valid.get(other)))})`);
    const more = others.length > MAX_PARTNERS ? " and others" : "";
    const message = `The name ${quote(record.displayName)} is also that of ${listed.join(", ")}${more}.`;
    const pointer = joinPointer("/agents", id);
    const diagnostic = diagnose(rules.NAME_COLLISION, joinPointer(pointer, "display_name"), message, {
      value: record.displayName,
    });
    return [{ id, pointer, lines: record.lines, diagnostics: [diagnostic] }];
  });
}

function readLegacy(text: string, agents: Members, outline: Outline): RegistryVerdict {
  const refused = tooMany(Object.keys(agents));
  if (refused.length > 0) return { verdict: "refused", diagnostics: refused };
  const message = "The file is in the older format, from before identity provenance. It names nobody reliably.";
  return {
    verdict: "legacy",
    diagnostics: [diagnose(rules.REGISTRY_LEGACY, "", message)],
    readiness: assessMigration(agents, (id) => outline.linesOf(text, id, -1) ?? NOWHERE),
  };
}

/** Never needed: every member of `agents` stands somewhere. */
const NOWHERE: LineSpan = { first: 1, last: 1 };

function tooMany(ids: readonly AgentId[]): Diagnostic[] {
  if (ids.length <= rules.MAX_AGENTS) return [];
  return [
    diagnose(
      rules.TOO_MANY_AGENTS,
      "/agents",
      `The registry has ${ids.length} agents; at most ${rules.MAX_AGENTS} are read.`,
    ),
  ];
}

function olderShape(pointer: string, message: string): Diagnostic {
  return diagnose(rules.OLDER_SHAPE, pointer, `${message} This is an older shape without IDs.`);
}

function refuse(diagnostic: Diagnostic): RegistryVerdict {
  return { verdict: "refused", diagnostics: [diagnostic] };
}

function isMembers(value: JsonValue | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
