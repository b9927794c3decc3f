import { describe, expect, it } from "vitest";
import { COMMENT_RULES } from "./comment-rules";
import { isTrusted } from "./trust";
import { IDENTITY_NAMES, isRelevant } from "./relevance";
import {
  bindingsBlock,
  bodyOf,
  bot,
  envelope,
  envelopeBlock,
  fence,
  findings,
  read,
  row,
  stranger,
  without,
  type Row,
} from "./testing/activation";

const verdict = (body: string) => read(body).verdict;
const found = (body: string): string[] => findings(read(body));
const message = (body: string): string | undefined => read(body).diagnostics[0]?.message;
const rows = [row()];
const good = bodyOf(rows);
const bindings = bindingsBlock(rows);
const OLDER = { task: "1", issue: 17, epic: "1.1", epic_issue: 16 };

describe("an accepted comment", () => {
  it("gives its artifact whole, with the lines of each row", () => {
    const two = [row(), row({ task: "2", issue: "#102" })];
    const body = `Hello\n\nActivation bindings:\n${fence(JSON.stringify(two, null, 1))}\n${envelopeBlock(envelope({ phases: [1, 2] }))}`;
    expect(read(body, { id: 9, createdAt: "2026-09-22T12:00:00+02:00" })).toEqual({
      verdict: "accepted",
      diagnostics: [],
      artifact: {
        kind: "activated",
        originIssue: 45,
        phases: [1, 2],
        commentId: 9,
        createdAt: "2026-09-22T12:00:00+02:00",
        repository: "owner/repository",
        revision: 4,
        epics: [{ epic: "1.1", issue: 100, agentIds: ["runtime-engineer"], partial: false }],
        tasks: [
          {
            pointer: "/0",
            lines: { first: 6, last: 23 },
            task: "1",
            issue: 101,
            epic: "1.1",
            epicIssue: 100,
            agentId: "runtime-engineer",
            omission: null,
          },
          {
            pointer: "/1",
            lines: { first: 24, last: 41 },
            task: "2",
            issue: 102,
            epic: "1.1",
            epicIssue: 100,
            agentId: "runtime-engineer",
            omission: null,
          },
        ],
      },
    });
  });

  it.each<[string, string]>([
    ["CRLF", good.replaceAll("\n", "\r\n")],
    ["CR", good.replaceAll("\n", "\r")],
    ["tildes", good.replaceAll("```", "~~~")],
    ["no line break at the end", good.trimEnd()],
    [
      "labels in any case, padded",
      good.replace("Activation bindings:", "  ACTIVATION Bindings: \t").replace("Structured data:", "structured DATA:"),
    ],
    ["blank lines below the labels", good.replaceAll(":\n```", ":\n\n\n```")],
    ["backticks in a text", bodyOf([row({ task: "a```b" })])],
    ["the envelope first", `${envelopeBlock()}\n${bindings}`],
    ["an envelope of another kind beside it", `${good}\n${envelopeBlock({ squad_artifact: "lifecycle-state" })}`],
    ["a quoted copy of itself", `${good}\n${good.replaceAll(/^/gm, "> ")}`],
    ["words about it", `The Activation bindings: follow.\n\n${good}`],
    ["a fence without identity", `${good}\n${fence('{"a": 1}')}`],
    ["identity names in a fence that is no JSON", `${good}\n${fence("binding_schema: x", "yaml")}`],
  ])("may have %s", (_, body) => {
    expect(found(body)).toEqual([]);
    expect(verdict(body)).toBe("accepted");
  });

  it("keeps notes, which refuse nothing", () => {
    const both = { epic_agent_ids: ["runtime-engineer", "docs-writer"] };
    const body = bodyOf([row(both), row({ ...both, task: "2", issue: "#102", agent_id: "docs-writer" })]);
    expect(verdict(body)).toBe("accepted");
    expect(found(body)).toEqual([
      "epic-agent-ids-unsorted /0/epic_agent_ids",
      "epic-agent-ids-unsorted /1/epic_agent_ids",
    ]);
  });

  it.each(["activated", "phases-activated", "plan-accepted", "phases-accepted"])("may be of the kind %s", (kind) => {
    expect(verdict(bodyOf([row({ artifact: kind })], envelope({ squad_artifact: kind })))).toBe("accepted");
  });
});

describe("a comment that is nothing", () => {
  it.each<[string, string]>([
    ["words", "Thanks, looks right."],
    ["words about bindings", "What does Activation bindings: mean?"],
    ["an envelope of another kind", envelopeBlock({ squad_artifact: "research" })],
    ["an envelope that is no JSON", envelopeBlock("{ squad_artifact")],
    ["an envelope that is no object", envelopeBlock('["squad_artifact"]')],
    ["an envelope whose kind is no text", envelopeBlock('{"squad_artifact": 1}')],
    ["an envelope without a label", fence(JSON.stringify(envelope()))],
    ["an envelope whose fence is not json", envelopeBlock().replace("json", "js")],
    ["a label that is not alone", `a\n${envelopeBlock()}`],
    ["a quoted artifact", good.replaceAll(/^/gm, "> ")],
    ["an indented artifact", good.replaceAll(/^/gm, "    ")],
    ["an artifact in an HTML comment", `<!--\n${good}\n-->`],
    ["an artifact in a longer fence", `\`\`\`\`\n${good}\n\`\`\`\``],
  ])("is %s", (_, body) => {
    expect(read(body)).toEqual({ verdict: "nothing", diagnostics: [] });
  });

  it("is never looked into for its size", () => {
    expect(verdict("x".repeat(70_000))).toBe("nothing");
  });
});

describe("a refused comment", () => {
  it.each<[string, string, ...string[]]>([
    ["two bindings blocks", `${good}\n${bindings}`, "several-bindings-blocks #comment"],
    ["two envelopes", `${good}\n${envelopeBlock()}`, "several-envelopes #comment"],
    ["no envelope", bindings, "bindings-without-envelope #comment"],
    [
      "an envelope of another kind alone",
      `${bindings}\n${envelopeBlock({ squad_artifact: "triage" })}`,
      "envelope-kind-without-bindings #line/7",
    ],
    ["a second envelope that is no JSON", `${good}\n${envelopeBlock("{")}`, "envelope-malformed #line/14"],
    [
      "bindings beside an envelope that is no JSON",
      `${bindings}\n${envelopeBlock("{")}`,
      "envelope-malformed #line/7",
      "bindings-without-envelope #comment",
    ],
    ["a label without a fence", `Activation bindings:\n\n${envelopeBlock()}`, "bindings-label-misplaced #line/1"],
    ["a label by itself", "a\nactivation bindings: \nb", "bindings-label-misplaced #line/2"],
    [
      "a label in a paragraph with others",
      `a\n${bindings}`,
      "bindings-label-misplaced #line/2",
      "identity-json-outside #line/3",
    ],
    [
      "a fence without info",
      good.replace("```json", "```"),
      "bindings-label-misplaced #line/3",
      "identity-json-outside #line/4",
    ],
    [
      "a fence with more info",
      good.replace("```json", "```json title=x"),
      "bindings-label-misplaced #line/3",
      "identity-json-outside #line/4",
    ],
    [
      "a fence in capitals",
      good.replace("```json", "```JSON"),
      "bindings-label-misplaced #line/3",
      "identity-json-outside #line/4",
    ],
    [
      "words between label and fence",
      good.replace(":\n```json", ":\n\nsee\n```json"),
      "bindings-label-misplaced #line/3",
      "identity-json-outside #line/6",
    ],
    ["identity JSON outside", `${good}\n${fence(JSON.stringify(rows), "")}`, "identity-json-outside #line/13"],
    ["identity JSON alone", fence('\n {"binding_schema"', "yaml"), "identity-json-outside #line/1"],
    ["rows that are no JSON", bodyOf('[{"task":'), "json-malformed "],
    [
      "a name twice",
      bodyOf(JSON.stringify(rows).replace('"task"', '"agent_id":"x","task"')),
      "json-duplicate-name /0/agent_id",
    ],
    ["an empty list of rows", bodyOf([]), "bindings-empty "],
    ["a fence that is not closed", `${envelopeBlock()}\n${bindings.replace(/```\n$/, "")}`, "fence-not-closed "],
    ["an envelope that is not closed", good.replace(/```\n$/, ""), "fence-not-closed #line/9"],
    ["a member too few", bodyOf(rows, without(envelope(), "phases")), "envelope-members #envelope"],
    ["a member too many", bodyOf(rows, envelope({ agent_id: "x" })), "envelope-members #envelope"],
    [
      "a number as schema_version",
      bodyOf(rows, envelope({ schema_version: 1 })),
      "envelope-schema-version #envelope/schema_version",
    ],
    ["another origin", bodyOf(rows, envelope({ origin_issue: 46 })), "envelope-origin #envelope/origin_issue"],
    ["a text as origin", bodyOf(rows, envelope({ origin_issue: "45" })), "envelope-origin #envelope/origin_issue"],
    ["phases that are no list", bodyOf(rows, envelope({ phases: 1 })), "envelope-phases #envelope/phases"],
    [
      "a phase that is no number",
      bodyOf(rows, envelope({ phases: [1, 0, "x"] })),
      "envelope-phases #envelope/phases/1",
    ],
    [
      "another kind in its rows",
      bodyOf(rows, envelope({ squad_artifact: "plan-accepted" })),
      "binding-artifact-differs /0/artifact",
    ],
  ])("has %s", (_, body, ...expected) => {
    expect(verdict(body)).toBe("refused");
    expect(found(body)).toEqual(expected);
  });

  it("says how many rows it declared and how many fail, and gives none of them", () => {
    const kept = { kind: "activated", originIssue: 45, phases: [] };
    expect(read(bodyOf([row(), row(), 1]))).toMatchObject({
      because: "rules",
      envelope: kept,
      declared: 3,
      failingRows: 3,
    });
    expect(read(bodyOf([row(), row({ task: "", issue: "#102" })]))).toMatchObject({ declared: 2, failingRows: 1 });
    expect(read(bodyOf(rows, envelope({ phases: 1 })))).toMatchObject({ envelope: null, declared: 1, failingRows: 0 });
    expect(read(`${bodyOf([row(), 1])}\n${bindings}`)).toMatchObject({ envelope: kept, declared: 3, failingRows: 0 });
    expect(read(bodyOf("{"))).toMatchObject({ declared: 0, failingRows: 0 });
    expect(read(`${envelopeBlock()}\nActivation bindings:\n\`\`\`json\n[1]`)).toMatchObject({
      declared: 1,
      failingRows: 1,
    });
    expect(read(`${envelopeBlock()}\n${bindings.replace(/```\n$/, "")}`)).toMatchObject({
      declared: 1,
      failingRows: 0,
    });
    for (const each of [bodyOf([row(), 1]), `${good}\n${bindings}`])
      expect(JSON.stringify(read(each))).not.toContain("runtime-engineer");
  });

  it("is one over the caps, unparsed", () => {
    const filled = (length: number) => `${good}\n${"x".repeat(length - good.length - 1)}`;
    expect(verdict(filled(65_536))).toBe("accepted");
    expect(read(filled(65_537))).toMatchObject({
      verdict: "refused",
      because: "rules",
      envelope: null,
      declared: 0,
      failingRows: 0,
    });
    expect(found(filled(65_537))).toEqual(["comment-too-long #comment"]);
    expect(found(good + "\n".repeat(5_000))).toEqual(["comment-too-complex #comment"]);
    expect(found(`${good}\n${">".repeat(2_001)}`)).toEqual(["comment-too-complex #comment"]);
  });

  it("says in words what is wrong", () => {
    expect(message(`a\n${bindings}`)).toBe(
      "Line 2 is a bindings label without its own paragraph and a json fence right after it.",
    );
    expect(message(fence('{"binding_schema"'))).toBe(
      "The fence on line 1 holds JSON that speaks of identity, outside the bindings block.",
    );
    expect(message(`${good}\n${bindings}`)).toBe("The comment has 2 bindings blocks (lines 4, 14).");
    expect(message(`${good}\n${envelopeBlock()}`)).toBe("The comment has 2 activation envelopes (lines 9, 14).");
    expect(message(bindings)).toBe("The comment has bindings, but no activation envelope.");
    expect(message(`${bindings}\n${envelopeBlock({ squad_artifact: "triage" })}`)).toBe(
      "The comment has bindings, but its envelope is of the kind “triage”, which has none.",
    );
    const malformed = (text: string) => message(`${good}\n${envelopeBlock(text)}`);
    expect(malformed("[]")).toBe("The envelope on line 14 cannot be read. It is no JSON object.");
    expect(malformed("{}")).toBe("The envelope on line 14 cannot be read. It has no text `squad_artifact`.");
    expect(malformed('{"squad_artifact": 1}')).toBe(
      "The envelope on line 14 cannot be read. It has no text `squad_artifact`.",
    );
    expect(malformed("{")).toMatch(
      /^The envelope on line 14 cannot be read. This is not valid JSON: at line 1, column/,
    );
    expect(message(good.replace(/```\n$/, ""))).toBe("The fence of the envelope on line 9 is not closed.");
    expect(message(`${envelopeBlock()}\n${bindings.replace(/```\n$/, "")}`)).toBe(
      "The fence of the bindings block is not closed.",
    );
    const of = (changed: Row) => read(bodyOf(rows, changed)).diagnostics.map((each) => each.message);
    expect(of(without(envelope(), "phases", "origin_issue"))).toEqual([
      "The envelope has no `origin_issue` and no `phases`.",
    ]);
    expect(of(without(envelope(), "schema_version"))).toEqual(["The envelope has no `schema_version`."]);
    const letters = Object.fromEntries([..."abcdef"].map((name) => [name, 1]));
    expect(of(envelope(letters))).toEqual([
      "The envelope has members that do not belong there: “a”, “b”, “c”, “d”, “e” and 1 more.",
    ]);
    expect(of(envelope(without(letters, "f")))).toEqual([
      "The envelope has members that do not belong there: “a”, “b”, “c”, “d”, “e”.",
    ]);
    expect(of(envelope({ origin_issue: 46 }))).toEqual([
      "The envelope belongs to issue #46, but the comment stands on #45.",
    ]);
    expect(of(envelope({ origin_issue: 0 }))).toEqual(["The envelope’s `origin_issue` is not the number 45."]);
    expect(of(envelope({ phases: {} }))).toEqual(["The envelope’s `phases` is not a list."]);
    expect(of(envelope({ phases: [-1] }))).toEqual([
      "The envelope’s `phases` holds something other than whole numbers from 1.",
    ]);
    const values = [
      envelope({ origin_issue: 46 }),
      envelope({ schema_version: 1 }),
      envelope({ phases: {} }),
      envelope({ phases: [1, -1] }),
    ];
    expect(values.map((changed) => read(bodyOf(rows, changed)).diagnostics[0]?.value)).toEqual(["46", "1", "{}", "-1"]);
    expect(of(envelope({ schema_version: 1 }))).toEqual([
      'The envelope’s `schema_version` is something other than the text "1".',
    ]);
  });

  it("names phases as the cause only where the artifact has some", () => {
    const spanning = (artifact: string, phases: number[]) =>
      message(
        bodyOf(
          [row({ artifact, epic_agent_ids: ["a", "runtime-engineer"] })],
          envelope({ squad_artifact: artifact, phases }),
        ),
      );
    expect(spanning("phases-activated", [])).toMatch(/spans phases/);
    expect(spanning("phases-accepted", [1])).toMatch(/spans phases/);
    expect(spanning("activated", [1])).toMatch(/spans phases/);
    expect(spanning("activated", [])).not.toMatch(/spans phases/);
  });

  it("judges rows by any kind where there is no single envelope", () => {
    expect(found(bindingsBlock([row({ artifact: "plan-accepted" })]))).toEqual(["bindings-without-envelope #comment"]);
    expect(found(`${bindingsBlock([row({ artifact: "x" })])}\n${envelopeBlock()}\n${envelopeBlock()}`)).toEqual([
      "several-envelopes #comment",
      "binding-artifact /0/artifact",
    ]);
  });
});

describe("a comment from before identity provenance", () => {
  const kept = { kind: "activated", originIssue: 45, phases: [] };
  it("has an envelope and no bindings, or older rows alone", () => {
    expect(read(envelopeBlock())).toEqual({ verdict: "pre-provenance", envelope: kept, declared: 0, diagnostics: [] });
    expect(read(bodyOf([OLDER, OLDER]))).toEqual({
      verdict: "pre-provenance",
      envelope: kept,
      declared: 2,
      diagnostics: [],
    });
  });

  it("is refused where anything else is wrong with it", () => {
    expect(found(envelopeBlock(envelope({ phases: 0 })))).toEqual(["envelope-phases #envelope/phases"]);
    expect(found(`${envelopeBlock()}\n${fence('{"binding_schema": 1}')}`)).toEqual(["identity-json-outside #line/6"]);
    expect(found(bodyOf([OLDER, OLDER]).replace("activated", "x"))).toEqual([]);
    expect(found(bindingsBlock([OLDER]))).toEqual(["bindings-without-envelope #comment"]);
    expect(verdict(bodyOf([OLDER, row()]))).toBe("refused");
  });
});

describe("who may speak", () => {
  it("is decided by number and type alone", () => {
    expect(read(good, { author: { id: 41898282, type: "bot", login: null } }).verdict).toBe("accepted");
    for (const author of [
      null,
      stranger,
      { ...bot, id: 999 },
      { ...bot, id: null },
      { ...bot, type: "User" },
      { ...bot, type: null },
    ]) {
      expect(read(good, { author })).toEqual({ verdict: "look-alike", diagnostics: [] });
    }
    expect(read(good, {}, { trust: [] }).verdict).toBe("look-alike");
    expect(read(good, { author: stranger }, { trust: [{ id: 7, type: "USER" }] }).verdict).toBe("accepted");
    expect(
      isTrusted({ id: 1, type: "a", login: null }, [
        { id: 2, type: "a" },
        { id: 1, type: "A" },
      ]),
    ).toBe(true);
  });

  it("shows an untrusted comment with any marker as a look-alike, and never parses it", () => {
    const of = (body: string) => read(body, { author: stranger }).verdict;
    expect(of("see aCTIVATION bINDINGS: there")).toBe("look-alike");
    expect(of("squad_artifact")).toBe("look-alike");
    for (const name of IDENTITY_NAMES) expect([of(`x${name}y`), isRelevant(name)]).toEqual(["look-alike", true]);
    expect(IDENTITY_NAMES).toHaveLength(7);
    expect(of("Structured data: activation binding")).toBe("nothing");
    expect(of("SQUAD_ARTIFACT BINDING_SCHEMA")).toBe("nothing");
    // Parsed, this would be refused as too complex.
    expect(of(`squad_artifact${">".repeat(60_000)}`)).toBe("look-alike");
  });
});

describe("an edited comment", () => {
  const later = { updatedAt: "2026-09-22T10:00:00.001Z" };
  const kept = { kind: "activated", originIssue: 45, phases: [] };

  it("stands where a trusted account edited it", () => {
    expect(read(good, { ...later, editor: bot }).verdict).toBe("accepted");
  });

  it("is refused where an account edited it that is not trusted, or nobody knows which", () => {
    expect(read(good, { ...later, editor: stranger })).toMatchObject({
      verdict: "refused",
      because: "edited",
      envelope: kept,
      declared: 1,
      failingRows: 0,
      diagnostics: [
        {
          code: "edited-by-untrusted",
          pointer: "#comment",
          message: "The comment was edited after it was made, by an account that is not trusted.",
        },
      ],
    });
    expect(read(good, later)).toMatchObject({
      because: "edited",
      diagnostics: [
        {
          code: "edited-editor-unknown",
          pointer: "#comment",
          message: "The comment was edited after it was made, and the source does not say by whom.",
          value: `"${later.updatedAt}"`,
        },
      ],
    });
    expect(
      Object.keys(("envelope" in read(good, later) && (read(good, later) as { envelope: object }).envelope) || {}),
    ).toEqual(Object.keys(kept));
  });

  it("is one whose source names an editor, whatever its times say", () => {
    const codes = (more: object) => {
      const verdict = read(good, more);
      return verdict.verdict === "refused" ? verdict.diagnostics.map(({ code }) => code) : verdict.verdict;
    };
    const earlier = { updatedAt: "2026-09-01T10:00:00Z" };
    expect(codes({ editor: stranger })).toEqual(["edited-by-untrusted"]);
    expect(codes({ ...earlier, editor: stranger })).toEqual(["edited-by-untrusted"]);
    expect(codes({ ...earlier, editor: bot })).toBe("accepted");
  });

  it("keeps what else is wrong with it", () => {
    const refused = read(bodyOf([row({ task: "" })]), { ...later, editor: stranger });
    expect(refused).toMatchObject({ because: "edited", envelope: kept, declared: 1, failingRows: 1 });
    expect(findings(refused)).toEqual(["edited-by-untrusted #comment", "binding-task /0/task"]);
    expect(read(bodyOf([OLDER]), later)).toMatchObject({
      verdict: "refused",
      because: "edited",
      envelope: kept,
      declared: 1,
      failingRows: 0,
    });
  });

  it("is nothing where it is no artifact", () => {
    expect(read(envelopeBlock({ squad_artifact: "research" }), later).verdict).toBe("nothing");
    expect(read(good, { ...later, author: stranger }).verdict).toBe("look-alike");
  });

  it("is known by instants, not by texts", () => {
    const same = { createdAt: "2026-09-22T10:00:00Z", updatedAt: "2026-09-22T12:00:00.000+02:00" };
    expect(read(good, same).verdict).toBe("accepted");
    expect(read(good, { updatedAt: "2026-09-22T09:00:00Z" }).verdict).toBe("accepted");
  });

  it("proves nothing where a time cannot be read", () => {
    const of = (changes: { createdAt?: string; updatedAt?: string }) => read(good, { ...changes, editor: bot });
    expect(of({ createdAt: "x" })).toMatchObject({
      verdict: "refused",
      because: "rules",
      declared: 1,
      diagnostics: [
        {
          code: "comment-time-unreadable",
          pointer: "#comment",
          value: '"x"',
          message: "The time at which the comment was made cannot be read.",
        },
      ],
    });
    expect(of({ updatedAt: "2026-09-22" })).toMatchObject({
      because: "rules",
      diagnostics: [
        {
          code: "comment-time-unreadable",
          value: '"2026-09-22"',
          message: "The time at which the comment was last changed cannot be read.",
        },
      ],
    });
  });
});

describe("the catalogue of comment rules", () => {
  it("has each code once, in words", () => {
    const codes = COMMENT_RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code, sentence, mend } of COMMENT_RULES) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(mend).toMatch(/^[A-Z].*\.$/);
    }
  });
});
