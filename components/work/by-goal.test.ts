import { describe, expect, it } from "vitest";
import type { WorkData } from "@/lib/api/documents";
import { linesByGoal } from "./by-goal";
import { comment, epic, goal, person, task, work } from "./fixture";
import { indexWork } from "./index-work";
import type { WorkQuery } from "./types";

const everything: WorkQuery = { q: "", outcome: null, sort: "worst" };
const people = [person("runtime-engineer", "Kepler"), person("storage-engineer", "Åsa")];
const data = work(
  [
    goal(91, [], { goal: "refused", declared: 6, failingRows: 2 }),
    goal(61, [
      epic(140, [task(141), task(142, { outcome: "omitted", agentId: null, omission: "external-agent" })]),
      epic(144, [task(145, { agentId: "storage-engineer", title: "Write the feed" })], { epic: "1.2" }),
    ]),
    goal(45, [epic(112, [task(113, { outcome: "conflict", agentId: null, claims: claims() })])], {
      lookAlikes: [comment(45_002, { verdict: "look-alike", counts: false })],
      history: [comment(45_001, { counts: false })],
    }),
  ],
  people,
);

function claims() {
  return [
    { origin: 45, commentId: 45_000, pointer: "/0", agentId: "runtime-engineer" },
    { origin: 61, commentId: 61_000, pointer: "/2", agentId: "storage-engineer" },
  ];
}
const keys = (query: Partial<WorkQuery>, folded: readonly string[] = []) =>
  linesByGoal(data, indexWork(data), { ...everything, ...query }, new Set(folded)).map((line) => line.key);

describe("Work by goal", () => {
  it("lists every goal with its epics and tasks in the document's own order, which is worst first", () => {
    expect(keys({})).toEqual([
      "g91", "r91", "g61", "e61.140", "t61.140/41", "t61.140/42", "e61.144", "t61.144/45",
      "g45", "i45", "e45.112", "t45.112/13", "h45",
    ]); // prettier-ignore
  });

  it("sorts by number without losing a goal", () => {
    expect(keys({ sort: "number" }).filter((key) => key.startsWith("g"))).toEqual(["g45", "g61", "g91"]);
  });

  it("keeps a refused goal among the unresolved, since its declared rows count there", () => {
    expect(keys({ outcome: "unresolved" })).toEqual(["g91", "r91"]);
    expect(keys({ outcome: "omitted" })).toEqual(["g61", "e61.140", "t61.140/42"]);
  });

  it("finds a task by issue, title, ID and name without its accents, and by both sides of a conflict", () => {
    expect(keys({ q: "#145" })).toEqual(["g61", "e61.144", "t61.144/45"]);
    expect(keys({ q: "WRITE feed" })).toEqual(["g61", "e61.144", "t61.144/45"]);
    expect(keys({ q: "asa" })).toEqual(["g61", "e61.144", "t61.144/45", "g45", "i45", "e45.112", "t45.112/13", "h45"]);
    expect(keys({ q: "nobody" })).toEqual([]);
  });

  it("shows all tasks of a goal that itself matches", () => {
    expect(keys({ q: "goal 61" })).toEqual(["g61", "e61.140", "t61.140/41", "t61.140/42", "e61.144", "t61.144/45"]);
  });

  it("says once, above the table, what stops every binding, and never a mere note", () => {
    const found = (severity: "error" | "note") => ({
      code: "c",
      severity,
      pointer: "",
      message: "",
      rule: "",
      mend: "",
    });
    const statement = { code: "identity-incomplete", title: "", meaning: "", next: "" };
    const notes = (more: Partial<WorkData>, severity: "error" | "note") => {
      const stuck = { ...work([goal(1, [epic(2, [task(3)])], { diagnostics: [found(severity)] })]), ...more };
      return linesByGoal(stuck, indexWork(stuck), everything, new Set()).filter((line) => line.kind === "note").length;
    };
    expect(notes({}, "error")).toBe(1);
    expect(notes({ statement }, "error")).toBe(0);
    expect(notes({}, "note")).toBe(0);
  });

  it("folds an epic away, but never what is looked for", () => {
    expect(keys({}, ["61.140"])).not.toContain("t61.140/41");
    expect(keys({}, ["61.140"])).toContain("e61.140");
    expect(keys({ q: "#141" }, ["61.140"])).toContain("t61.140/41");
  });
});
