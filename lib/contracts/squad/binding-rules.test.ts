import { describe, expect, it } from "vitest";
import type { JsonValue } from "../core/json-types";
import { ARRAY_RULES, BINDING_RULES, MAX_BINDING_ROWS, ROW_RULES } from "./binding-rule-catalogue";
import type { BindingTarget } from "./binding-row";
import { judgeBindings } from "./binding-rules";
import { findings, row, without, type Row } from "./testing/activation";

const target: BindingTarget = { repository: "owner/repository", issue: 45, kind: "activated", phased: false };
const judge = (rows: unknown, more: Partial<BindingTarget> = {}) =>
  judgeBindings(rows as JsonValue, { ...target, ...more });
const found = (...rows: unknown[]): string[] => findings(judge(rows));
const messages = (...rows: unknown[]): string[] => judge(rows).diagnostics.map(({ message }) => message);
/** A second row of the same epic and agent. */
const second = (changes: Row = {}): Row => row({ task: "2", issue: "#102", ...changes });
/** A second row of another epic. */
const elsewhere = (changes: Row = {}): Row => second({ epic: "1.2", epic_issue: "#200", ...changes });
const omitted: Row = { agent_id: null, identity_omission_reason: "non-roster" };
const marked: Row = { epic_identity_omission_reason: "partial" };

describe("a bindings array", () => {
  it.each([
    ["an object", {}, "bindings-not-list"],
    ["a text", "[]", "bindings-not-list"],
    ["null", null, "bindings-not-list"],
    ["an empty list", [], "bindings-empty"],
  ])("that is %s is refused as a whole", (_, value, code) => {
    const verdict = judge(value);
    expect(verdict).toMatchObject({ verdict: "refused", declared: 0, failingRows: 0 });
    expect(findings(verdict)).toEqual([`${code} `]);
  });

  it("has at most 5,000 rows, and says so by a code of its own", () => {
    const rows = (count: number) => Array.from({ length: count }, () => 1);
    expect(judge(rows(MAX_BINDING_ROWS))).toMatchObject({ declared: 5_000, failingRows: 5_000 });
    const verdict = judge(rows(MAX_BINDING_ROWS + 1));
    expect(verdict).toMatchObject({ verdict: "refused", declared: 5_001, failingRows: 0 });
    expect(findings(verdict)).toEqual(["bindings-too-many-rows "]);
    expect(verdict.diagnostics[0]?.message).toBe("The block has 5001 rows; at most 5000 are read.");
  });

  it("holds with one row as the producer writes it", () => {
    expect(judge([row()])).toEqual({
      verdict: "holds",
      declared: 1,
      diagnostics: [],
      revision: 4,
      tasks: [
        {
          pointer: "/0",
          task: "1",
          issue: 101,
          epic: "1.1",
          epicIssue: 100,
          agentId: "runtime-engineer",
          omission: null,
        },
      ],
      epics: [{ epic: "1.1", issue: 100, agentIds: ["runtime-engineer"], partial: false }],
    });
  });

  it("holds with omissions, and ignores members that are not the contract's", () => {
    const further = {
      agent: "Kepler",
      epic_agents: ["kepler"],
      label: "x",
      constructor: 1,
      omission_reason: "non-roster",
    };
    const verdict = judge([
      row({ ...further, ...marked }),
      second({ ...omitted, ...marked, task: " 2 ", epic: "\t1.1 " }),
      elsewhere({ task: "3", issue: "#103", agent_id: "docs-writer", epic_agent_ids: ["docs-writer"] }),
    ]);
    expect(verdict).toMatchObject({
      verdict: "holds",
      diagnostics: [],
      tasks: [
        { task: "1", agentId: "runtime-engineer", omission: null },
        { pointer: "/1", task: "2", epic: "1.1", agentId: null, omission: "non-roster" },
        { pointer: "/2", task: "3", epicIssue: 200 },
      ],
      epics: [
        { epic: "1.1", issue: 100, agentIds: ["runtime-engineer"], partial: true },
        { epic: "1.2", issue: 200, agentIds: ["docs-writer"], partial: false },
      ],
    });
  });

  it("is older where no row has a provenance member, and mixed where only some have none", () => {
    const older = { task: "1", issue: 17, epic: "1.1", epic_issue: 16, agent: "Kint" };
    expect(judge([older, older])).toEqual({ verdict: "older", declared: 2, diagnostics: [] });
    expect(found(older, second())).toContain("older-row-mixed /0");
    expect(found(older, second()).filter((line) => line.startsWith("older-row-mixed"))).toHaveLength(1);
    expect(found(without(older, "epic_issue"))).not.toContain("older-row-mixed /0");
    expect(found(older, 1)).toContain("binding-not-object /1");
    for (const name of Object.keys({ ...row(), ...marked, identity_omission_reason: 1 })) {
      if (name in older) continue;
      expect(judge([{ ...older, [name]: null }]).verdict).toBe("refused");
    }
  });
});

describe("a row by itself", () => {
  const notSet = Symbol();
  it.each<[string, unknown, ...string[]]>([
    ["binding_schema", "squad-work-agent-binding/v2", "binding-schema"],
    ["binding_schema", notSet, "binding-schema"],
    ["binding_version", 2, "binding-version"],
    ["binding_version", "1", "binding-version"],
    ["binding_version", notSet, "binding-version"],
    ["producer", "Squad", "binding-producer"],
    ["producer", notSet, "binding-producer"],
    ["repository", "owner/other", "wrong-repository"],
    ["repository", "Owner/repository", "wrong-repository"],
    ["repository", " owner/repository", "wrong-repository"],
    ["repository", 1, "wrong-repository"],
    ["repository", notSet, "wrong-repository"],
    ["origin_issue", 46, "wrong-origin"],
    ["origin_issue", "45", "wrong-origin"],
    ["origin_issue", notSet, "wrong-origin"],
    ["artifact", "plan-accepted", "binding-artifact-differs"],
    ["artifact", "triage", "binding-artifact", "binding-artifact-differs"],
    ["artifact", ["activated"], "binding-artifact", "binding-artifact-differs"],
    ["artifact", notSet, "binding-artifact", "binding-artifact-differs"],
    ["registry_schema", "squad-agent-provenance/v2", "binding-registry-schema"],
    ["registry_schema", notSet, "binding-registry-schema"],
    ["registry_revision", 0, "binding-registry-revision"],
    ["registry_revision", 1.5, "binding-registry-revision"],
    ["registry_revision", 2 ** 53, "binding-registry-revision"],
    ["registry_revision", "4", "binding-registry-revision"],
    ["registry_revision", notSet, "binding-registry-revision"],
    ["task", "", "binding-task"],
    ["task", " \t\u00a0", "binding-task"],
    ["task", 1, "binding-task"],
    ["task", notSet, "binding-task"],
    ["task", "a\ud800", "binding-task-text"],
    ["issue", "", "binding-issue"],
    ["issue", "101", "binding-issue"],
    ["issue", 101, "binding-issue"],
    ["issue", "#0101", "binding-issue"],
    ["issue", "#0", "binding-issue"],
    ["issue", "#101 ", "binding-issue"],
    ["issue", "a#101", "binding-issue"],
    ["issue", "#9007199254740992", "binding-issue"],
    ["issue", "#aw_task3", "binding-issue"],
    ["issue", notSet, "binding-issue"],
    ["epic", "  ", "binding-epic"],
    ["epic", 1.1, "binding-epic"],
    ["epic", notSet, "binding-epic"],
    ["epic", "\udc00", "binding-epic-text"],
    ["epic_issue", "#aw_epic1", "binding-epic-issue"],
    ["epic_issue", "owner/repository#100", "binding-epic-issue"],
    ["epic_issue", notSet, "binding-epic-issue"],
  ])("fails by %s %j", (name, value, ...codes) => {
    const changed = value === notSet ? without(row(), name) : row({ [name]: value });
    const verdict = judge([changed]);
    expect(verdict).toMatchObject({ verdict: "refused", failingRows: 1 });
    expect(findings(verdict)).toEqual(codes.map((code) => `${code} /0/${name}`));
    const missing = `The row has no \`${name}\`.`;
    for (const { message, value: excerpt } of verdict.diagnostics) {
      expect(message === missing).toBe(value === notSet);
      expect(excerpt).toBe(value === notSet ? undefined : JSON.stringify(value));
    }
  });

  it("fails where it is no object", () => {
    expect(found("x")).toEqual(["binding-not-object /0"]);
    expect(judge([null, [], row()])).toMatchObject({ verdict: "refused", declared: 3, failingRows: 2 });
    expect(judge(["x"]).diagnostics[0]).toMatchObject({ value: '"x"' });
  });

  it("may name any kind where the comment has no single envelope", () => {
    expect(judge([row({ artifact: "plan-accepted" })], { kind: null }).verdict).toBe("holds");
    expect(findings(judge([row({ artifact: "x" })], { kind: null }))).toEqual(["binding-artifact /0/artifact"]);
  });

  it.each<[string, Row, ...string[]]>([
    [
      "no agent_id",
      without(row(), "agent_id"),
      "binding-agent-id /0/agent_id",
      "epic-agent-ids-inexact /0/epic_agent_ids",
    ],
    [
      "an upper-case ID",
      row({ agent_id: "Kepler", epic_agent_ids: ["Kepler"] }),
      "binding-agent-id /0/agent_id",
      "epic-agent-ids /0/epic_agent_ids/0",
    ],
    [
      "a padded ID",
      row({ agent_id: "a ", epic_agent_ids: ["a"] }),
      "binding-agent-id /0/agent_id",
      "epic-agent-ids-inexact /0/epic_agent_ids",
    ],
    ["a number as ID", row({ agent_id: 1, epic_agent_ids: [] }), "binding-agent-id /0/agent_id"],
    ["no reason", row({ agent_id: null, epic_agent_ids: [], ...marked }), "omission-unexplained /0/agent_id"],
    [
      "an unknown reason",
      row({ ...omitted, ...marked, epic_agent_ids: [], identity_omission_reason: "other" }),
      "omission-reason /0/identity_omission_reason",
    ],
    [
      "null as reason",
      row({ identity_omission_reason: null }),
      "omission-reason /0/identity_omission_reason",
      "omission-beside-agent /0/identity_omission_reason",
    ],
    [
      "a reason beside an agent",
      row({ identity_omission_reason: "non-roster" }),
      "omission-beside-agent /0/identity_omission_reason",
    ],
    ["no epic_agent_ids", without(row(), "epic_agent_ids"), "epic-agent-ids /0/epic_agent_ids"],
    ["a text as epic_agent_ids", row({ epic_agent_ids: "a" }), "epic-agent-ids /0/epic_agent_ids"],
    [
      "a null among epic_agent_ids",
      row({ epic_agent_ids: ["runtime-engineer", null] }),
      "epic-agent-ids /0/epic_agent_ids/1",
    ],
    [
      "an ID twice",
      row({ epic_agent_ids: ["runtime-engineer", "runtime-engineer"] }),
      "epic-agent-ids-repeated /0/epic_agent_ids/1",
    ],
    ["null as marker", row({ epic_identity_omission_reason: null }), "epic-marker /0/epic_identity_omission_reason"],
    [
      "an empty marker",
      row({ ...omitted, epic_agent_ids: [], epic_identity_omission_reason: "" }),
      "epic-marker /0/epic_identity_omission_reason",
    ],
    ["the goal as its task", row({ issue: "#45" }), "task-is-origin /0/issue"],
    ["its epic as its task", row({ issue: "#100" }), "task-is-own-epic /0/issue"],
  ])("fails with %s", (_, changed, ...expected) => {
    expect(found(changed)).toEqual(expected);
  });

  it.each(["external-agent", "non-roster", "legacy-plan-missing-id"])("may leave out its agent as %s", (reason) => {
    const only = row({ agent_id: null, epic_agent_ids: [], identity_omission_reason: reason, ...marked });
    expect(judge([only])).toMatchObject({ verdict: "holds", tasks: [{ agentId: null, omission: reason }] });
  });

  it("is told apart where its issue was never created", () => {
    for (const reference of ["#aw_task3", "aw_task3"]) {
      const [diagnostic] = judge([row({ issue: reference })]).diagnostics;
      expect(diagnostic?.message).toBe(
        `The issue behind “${reference}” was never created: this is the name it had before.`,
      );
      expect(diagnostic?.mend).toMatch(/missing issue is created/);
    }
    const [plain] = judge([row({ issue: "x#aw_1" })]).diagnostics;
    expect(plain?.message).toBe("`issue` is not `#` and a plain number, such as #12.");
    expect(plain?.mend).not.toMatch(/missing issue is created/);
  });

  it("names both repositories where it was recorded for another", () => {
    expect(messages(row({ repository: "old/name" }))).toEqual([
      "The row was recorded for “old/name”, but this repository is “owner/repository”.",
    ]);
    expect(messages(row({ repository: "Owner/Repository" }))).toEqual([
      "The row was recorded for “Owner/Repository”, but this repository is “owner/repository”. The two differ in letter case.",
    ]);
    expect(messages(row({ repository: 1 }))).toEqual(["`repository` is not a text."]);
  });

  it("says what else is wrong in words", () => {
    expect(messages(row({ origin_issue: 46 }))).toEqual([
      "The row belongs to issue #46, but the comment stands on #45.",
    ]);
    expect(messages(row({ origin_issue: "45" }))).toEqual(["`origin_issue` is not the number 45."]);
    expect(messages(row({ artifact: "plan-accepted" }))).toEqual([
      "The row’s `artifact` is not activated, as the envelope says.",
    ]);
    expect(messages(row({ task: 1 }))).toEqual(["`task` is not a text."]);
    expect(messages(row({ task: " " }))).toEqual(["`task` is empty."]);
    expect(messages(row({ epic: "a\ud800" }))).toEqual(["`epic` holds half of a character (a lone surrogate)."]);
    expect(messages(row({ identity_omission_reason: "non-roster" }))).toEqual([
      "The row names the agent “runtime-engineer” and a reason for naming none.",
    ]);
    expect(messages(row({ issue: "#45" }))).toEqual(["The task’s issue #45 is the goal itself."]);
    expect(messages(row({ issue: "#100" }))).toEqual(["The task’s issue #100 is the issue of its own epic."]);
    const listed = judge([row({ epic_agent_ids: ["runtime-engineer", 7] })]).diagnostics[0];
    expect(listed).toMatchObject({ value: "7" });
    const twice = judge([row({ epic_agent_ids: ["runtime-engineer", "runtime-engineer"] })]).diagnostics[0];
    expect(twice).toMatchObject({ value: '"runtime-engineer"', message: "`epic_agent_ids` names an agent twice." });
  });

  it("is not taken in by members of Object.prototype", () => {
    const bare = JSON.parse('{"__proto__": {"task": "1"}, "constructor": {}}') as Row;
    expect(found(bare)).toContain("binding-task /0/task");
  });
});

describe("rows beside one another", () => {
  const list = ["runtime-engineer", "docs-writer"];
  const docs: Row = { agent_id: "docs-writer" };
  it.each<[string, Row[], ...string[]]>([
    ["a task twice", [row(), second({ task: " 1 " })], "task-repeated /0/task", "task-repeated /1/task"],
    ["a task twice across epics", [row(), elsewhere({ task: "1" })], "task-repeated /0/task", "task-repeated /1/task"],
    ["an issue twice", [row(), second({ issue: "#101" })], "issue-repeated /0/issue", "issue-repeated /1/issue"],
    ["a task that is another row’s epic", [row(), elsewhere({ epic_issue: "#101" })], "task-is-epic /0/issue"],
    [
      "an epic with two issues",
      [row(), second({ epic_issue: "#200" })],
      "epic-several-issues /0/epic_issue",
      "epic-several-issues /1/epic_issue",
    ],
    [
      "an issue with two epics",
      [row(), second({ epic: "1.2" })],
      "epic-issue-several-epics /0/epic",
      "epic-issue-several-epics /1/epic",
    ],
    [
      "two revisions",
      [row(), second({ registry_revision: 3 })],
      "mixed-revisions /0/registry_revision",
      "mixed-revisions /1/registry_revision",
    ],
    [
      "different sets in one epic",
      [row({ epic_agent_ids: list }), second({ ...docs, epic_agent_ids: ["docs-writer"] })],
      "epic-agent-ids-differ /0/epic_agent_ids",
      "epic-agent-ids-unsorted /0/epic_agent_ids",
      "epic-agent-ids-differ /1/epic_agent_ids",
      "epic-agent-ids-inexact /1/epic_agent_ids",
    ],
    [
      "a set that leaves an agent out",
      [row(), second({ ...docs })],
      "epic-agent-ids-inexact /0/epic_agent_ids",
      "epic-agent-ids-inexact /1/epic_agent_ids",
    ],
    [
      "a marker missing on one row",
      [row(marked), second({ ...omitted })],
      "epic-marker-missing /1/epic_identity_omission_reason",
    ],
    [
      "a marker on one row of a complete epic",
      [row(), second({ ...marked })],
      "epic-marker-unfounded /1/epic_identity_omission_reason",
    ],
  ])("fail with %s", (_, rows, ...expected) => {
    const verdict = judge(rows);
    expect(verdict.verdict).toBe("refused");
    expect(findings(verdict)).toEqual(expected);
    const reversed = judge([...rows].reverse());
    expect(
      findings(reversed)
        .map((line) => line.split(" ")[0])
        .sort(),
    ).toEqual(expected.map((line) => line.split(" ")[0]).sort());
  });

  it("hold where epics differ in everything that may differ", () => {
    const rows = [
      row({ epic_agent_ids: list }),
      second({ ...docs, epic_agent_ids: [...list].reverse() }),
      elsewhere({ ...omitted, ...marked, task: "3", issue: "#103", epic_agent_ids: [] }),
    ];
    const verdict = judge(rows);
    expect(verdict.verdict).toBe("holds");
    expect(verdict.diagnostics).toMatchObject([
      { code: "epic-agent-ids-unsorted", severity: "note", pointer: "/0/epic_agent_ids" },
    ]);
    if (verdict.verdict === "holds") expect(verdict.epics[0]?.agentIds).toEqual(["docs-writer", "runtime-engineer"]);
  });

  it("judge only rows that have what is compared", () => {
    expect(found(row(), without(second(), "task"), without(second({ task: "3", issue: "#103" }), "task"))).toEqual([
      "binding-task /1/task",
      "binding-task /2/task",
    ]);
    expect(found(row(), second({ registry_revision: 0 }))).toEqual(["binding-registry-revision /1/registry_revision"]);
    expect(found(row(), without(second(), "epic_issue"))).toEqual(["binding-epic-issue /1/epic_issue"]);
    expect(found(row(), without(second(), "epic"))).toEqual(["binding-epic /1/epic"]);
    expect(found(row({ epic_agent_ids: list, ...docs }), without(second(), "epic_agent_ids"))).toEqual([
      "epic-agent-ids-unsorted /0/epic_agent_ids",
      "epic-agent-ids /1/epic_agent_ids",
    ]);
    expect(found(1, row())).toEqual(["binding-not-object /0"]);
  });

  it("name the cause where an epic spans phases", () => {
    const rows = [row({ epic_agent_ids: ["docs-writer", "runtime-engineer"] })];
    const says = (phased: boolean) => judge(rows, { phased }).diagnostics.map(({ message }) => message);
    const absent = "No row of epic “1.1” in this comment is bound to “docs-writer”, whom the row lists.";
    expect(says(false)).toEqual([absent]);
    expect(says(true)).toEqual([
      `${absent} The epic spans phases: its other tasks are in a phase that this artifact leaves out.`,
    ]);
    expect(messages(row({ epic_agent_ids: [] }))).toEqual([
      "The row leaves out “runtime-engineer”, to whom rows of epic “1.1” are bound.",
    ]);
    expect(messages(row({ epic_agent_ids: ["docs-writer"] }))).toEqual([
      "The row leaves out “runtime-engineer”, to whom rows of epic “1.1” are bound. It lists “docs-writer”, to whom none is.",
    ]);
    const many = ["a", "b", "c", "d", "e", "f", "runtime-engineer"];
    expect(messages(row({ epic_agent_ids: many }))[0]).toContain("“a”, “b”, “c”, “d”, “e” and 1 more, whom");
    expect(messages(row({ epic_agent_ids: many.slice(1) }))[0]).toContain("“b”, “c”, “d”, “e”, “f”, whom");
  });

  it("say what they contradict each other in", () => {
    expect(messages(row(), second({ task: "1" }))[0]).toBe("Task “1” stands in 2 rows, first in row 1.");
    expect(messages(row(), second({ issue: "#101" }))[0]).toBe("Issue “#101” stands in 2 rows, first in row 1.");
    expect(messages(row(), elsewhere({ epic_issue: "#101" }))[0]).toBe(
      "The task’s issue “#101” is the issue of an epic in row 2.",
    );
    expect(messages(row(), second({ epic_issue: "#200" }))[0]).toBe("Epic “1.1” is bound to “#100”, “#200”.");
    expect(messages(row(), second({ epic: "1.2" }))[0]).toBe("Epic issue “#100” belongs to the epics “1.1”, “1.2”.");
    expect(messages(row(), second({ registry_revision: 3 }))[0]).toBe(
      "This row names registry revision 4; the rows together name 3, 4.",
    );
    const revisions = [9, 8, 7, 6, 5, 4].map((revision, at) =>
      row({ task: `${at}`, issue: `#${101 + at}`, registry_revision: revision }),
    );
    expect(messages(...revisions)[0]).toBe(
      "This row names registry revision 9; the rows together name 4, 5, 6, 7, 8 and more.",
    );
    const issues = [1, 2, 3, 4, 5, 6].map((at) =>
      row({ task: `${at}`, issue: `#${100 + at}`, epic_issue: `#20${at}` }),
    );
    expect(messages(...issues)[0]).toBe("Epic “1.1” is bound to “#201”, “#202”, “#203”, “#204”, “#205” and 1 more.");
    expect(messages(...issues.slice(1))[0]).toBe("Epic “1.1” is bound to “#202”, “#203”, “#204”, “#205”, “#206”.");
    expect(messages(row(marked), second({ ...omitted }))[0]).toBe(
      "A task of epic “1.1” has no agent ID, but this row is not marked partial.",
    );
    expect(messages(row(), second({ ...marked }))[0]).toBe(
      "This row is marked partial, but every task of epic “1.1” has an agent ID.",
    );
    expect(messages(row({ epic_agent_ids: [] }), second())[0]).toBe("The rows of epic “1.1” list different agents.");
  });

  it("list every failing row and rule, by row and then by rule", () => {
    const verdict = judge([row({ producer: "x", task: "" }), second(), elsewhere({ task: "2", binding_version: 2 })]);
    expect(verdict).toMatchObject({ declared: 3, failingRows: 3 });
    expect(findings(verdict)).toEqual([
      "binding-producer /0/producer",
      "binding-task /0/task",
      "task-repeated /1/task",
      "issue-repeated /1/issue",
      "binding-version /2/binding_version",
      "task-repeated /2/task",
      "issue-repeated /2/issue",
    ]);
  });

  it("take a time that grows with the rows alone", () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        row({ task: "1", issue: "#100", epic: `${at % 2}`, epic_issue: "#100" }),
      );
    const [small, large] = [rows(500), rows(5_000)];
    const best = (list: Row[]) => Math.min(...[1, 2, 3].map(() => timed(() => judge(list))));
    judge(large);
    expect(best(large)).toBeLessThan(best(small) * 60);
  });
});

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

describe("the catalogue of binding rules", () => {
  it("has each code once, in words", () => {
    const codes = BINDING_RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(BINDING_RULES).toEqual([...ARRAY_RULES, ...ROW_RULES]);
    for (const { code, sentence, mend } of BINDING_RULES) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[A-Z`].*\.$/);
      expect(mend).toMatch(/^[A-Z].*\.$/);
    }
  });
});
