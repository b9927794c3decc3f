import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../core/json-types";
import type { ActivationVerdict, Artifact } from "./activation-types";
import { judgeBindings } from "./binding-rules";
import { resolveBindings } from "./bindings";
import { selectArtifact } from "./thread";
import { settleWork } from "./work";
import {
  bindingsBlock,
  bodyOf,
  comment,
  context,
  envelope,
  envelopeBlock,
  fence,
  read,
  registryOf,
  row,
  type Row,
} from "./testing/activation";

const IDS = ["a", "b", "runtime-engineer", "constructor"];

/** Rows that hold: epics of tasks, some of them without an agent. */
const soundRows: fc.Arbitrary<Row[]> = fc
  .array(fc.array(fc.option(fc.constantFrom(...IDS), { nil: null }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((epics) => {
    let task = 1_000;
    return epics.flatMap((agents, epic) => {
      const ids = [...new Set(agents.filter((id) => id !== null))].sort();
      const marker = agents.includes(null) ? { epic_identity_omission_reason: "partial" } : {};
      return agents.map((id) => {
        task += 1;
        const reason = id === null ? { identity_omission_reason: "non-roster" } : {};
        const place = { task: `${task}`, issue: `#${task}`, epic: `e${epic}`, epic_issue: `#${100 + epic}` };
        return row({ ...place, agent_id: id, epic_agent_ids: ids, ...reason, ...marker });
      });
    });
  });

/** Values that no rule reads as another good value of the same member. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    99,
    "",
    " ",
    "x y",
    "#0",
    "#aw_1",
    "Partial",
    [],
    {},
    ["zz"],
    "\ud800",
  ),
  fc.jsonValue(),
);
const ANY_TEXT = ["task", "epic"];

const tasksOf = ({ tasks }: Artifact) =>
  tasks.map(({ task, issue, epic, epicIssue, agentId, omission }) => [task, issue, epic, epicIssue, agentId, omission]);
const sorted = (artifact: Artifact) =>
  tasksOf(artifact)
    .map((task) => JSON.stringify(task))
    .sort();
const outcome = (verdict: ActivationVerdict) =>
  verdict.verdict === "accepted" ? sorted(verdict.artifact) : verdict.verdict;

describe("activation comments", () => {
  it("hold for every sound array, whatever the order of rows and the formatting of the JSON", () => {
    const order = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(soundRows, order, fc.nat(4), fc.boolean(), (rows, keys, indent, reverse) => {
        const before = read(bodyOf(rows));
        expect(before.verdict).toBe("accepted");
        const shuffled = rows
          .map((each, at) => ({ each, key: keys[at] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const renamed = shuffled.map((each) =>
          Object.fromEntries(reverse ? Object.entries(each).reverse() : Object.entries(each)),
        );
        const after = read(
          `${bindingsBlock(renamed, indent)}\n${envelopeBlock(JSON.stringify(envelope(), null, indent))}`,
        );
        expect(outcome(after)).toEqual(outcome(before));
      }),
      { numRuns: 80 },
    );
  });

  it("keep their verdict whatever the order of wrong rows", () => {
    const anyRow = fc.oneof(
      fc.constantFrom<unknown>(1, null, {}, { task: "1", issue: 1, epic: "1", epic_issue: 2 }),
      junk.map((value) => row({ agent_id: value })),
      fc.constant(row()),
    );
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 5 }), (rows) => {
        const [forth, back] = [read(bodyOf(rows)), read(bodyOf([...rows].reverse()))];
        expect(back.verdict).toBe(forth.verdict);
        const codes = (verdict: ActivationVerdict) => verdict.diagnostics.map(({ code }) => code).sort();
        expect(codes(back)).toEqual(codes(forth));
      }),
      { numRuns: 80 },
    );
  });

  it("are refused or keep the same tasks after any one member has changed", () => {
    const change = fc.record({
      at: fc.nat(),
      name: fc.constantFrom(
        ...Object.keys(row()),
        "identity_omission_reason",
        "epic_identity_omission_reason",
        "agent",
        "__proto__",
      ),
      value: junk,
      how: fc.constantFrom("set", "drop", "twice"),
    });
    fc.assert(
      fc.property(soundRows, change, (rows, { at, name, value, how }) => {
        // Another text is another task, not a broken one.
        fc.pre(how !== "set" || !ANY_TEXT.includes(name) || typeof value !== "string" || value.trim() === "");
        fc.pre(how !== "set" || !["issue", "epic_issue"].includes(name) || !/^#[1-9]\d*$/.test(String(value)));
        const index = at % rows.length;
        const changed = rows.map((each, i) =>
          JSON.stringify(i === index ? changeMember(each, name, value, how) : each),
        );
        const text =
          how === "twice"
            ? changed.map((each, i) => (i === index ? `{${JSON.stringify(name)}:1,${each.slice(1)}` : each))
            : changed;
        const before = outcome(read(bodyOf(rows)));
        const after = read(bodyOf(`[${text.join(",")}]`));
        if (after.verdict !== "refused") expect(outcome(after)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });

  it("are refused or keep the same tasks after any one member of the envelope has changed", () => {
    const change = fc.record({
      name: fc.constantFrom(...Object.keys(envelope()), "agent_id"),
      value: junk,
      how: fc.constantFrom("set", "drop"),
    });
    fc.assert(
      fc.property(change, ({ name, value, how }) => {
        const before = read(bodyOf([row()]));
        const after = read(bodyOf([row()], changeMember(envelope(), name, value, how)));
        if (after.verdict !== "refused") expect(outcome(after)).toEqual(outcome(before));
      }),
      { numRuns: 100 },
    );
  });

  it("never list a rule twice for one row", () => {
    const broken = fc.array(
      fc.dictionary(fc.constantFrom(...Object.keys(row())), fc.oneof(junk, fc.constantFrom(...Object.values(row())))),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(broken, (rows) => {
        const verdict = judgeBindings(rows as unknown as JsonValue, {
          repository: "owner/repository",
          issue: 45,
          kind: "activated",
          phased: true,
        });
        const found = verdict.diagnostics.map(({ code, pointer }) => `${code} ${pointer.split("/")[1] ?? ""}`);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it("never throw, whatever they hold", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        "Activation bindings:\n",
        "Structured data:\n",
        "```json\n",
        "\n```\n",
        "~~~",
        "> ",
        "- ",
        "\r",
        "\n\n",
        "binding_schema",
        "squad_artifact",
        "[{",
        "\u0000",
        "\ud800",
        "\uFEFF",
      ),
      soundRows.map((rows) => bindingsBlock(rows)),
      fc.constant(envelopeBlock()),
      fc.jsonValue().map((value) => bindingsBlock([value])),
      fc.jsonValue().map((value) => envelopeBlock(value)),
      fc.jsonValue().map((value) => fence(JSON.stringify(value))),
    );
    const times = fc.oneof(fc.string(), fc.constantFrom("2026-09-22T10:00:00Z", "2026-09-23T10:00:00+01:00"));
    const any = fc.record({
      id: fc.integer(),
      createdAt: times,
      updatedAt: times,
      body: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), fc.boolean(), (list, blocked) => {
        const comments = list.map(({ body, ...more }) => comment(body, more));
        const thread = selectArtifact(comments, context);
        const work = settleWork(
          [
            { issue: 45, thread },
            { issue: 46, thread },
          ],
          blocked ? null : registryOf({ a: "active" }),
          null,
        );
        expect(work.counts.total).toBe(work.counts.resolved + work.counts.omitted + work.counts.unresolved);
        expect(work.goals).toHaveLength(2);
      }),
      { numRuns: 150 },
    );
  });

  it("resolve nobody whose ID is not in a complete registry", () => {
    const known = fc.subarray(IDS);
    fc.assert(
      fc.property(soundRows, known, fc.integer({ min: 1, max: 6 }), (rows, ids, revision) => {
        const registry = registryOf(Object.fromEntries(ids.map((id) => [id, "active"])), revision);
        const verdict = read(bodyOf(rows));
        if (verdict.verdict !== "accepted") throw new Error("sound rows are accepted");
        const resolution = resolveBindings(verdict.artifact, registry);
        const all = rows.every(({ agent_id }) => agent_id === null || ids.includes(String(agent_id)));
        expect(resolution.resolves).toBe(all && revision >= 4);
        if (!resolution.resolves) return;
        for (const task of resolution.tasks) {
          expect(task.outcome === "omitted" ? task.row.agentId : registry.agents.get(task.row.agentId ?? "")).toBe(
            task.outcome === "omitted" ? null : task.agent,
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

function changeMember(members: Row, name: string, value: unknown, how: string): Row {
  const kept = Object.entries(members).filter(([other]) => other !== name);
  return Object.fromEntries(
    how === "set"
      ? [...kept, [name, value]]
      : how === "drop"
        ? kept
        : Object.entries({ ...members, [name]: members[name] ?? 1 }),
  );
}
