import { describe, expect, it } from "vitest";
import { placesInComment } from "./comment-places";
import { lineOfPointer, linePointer } from "./comment-pointer";
import { bindingsBlock, envelope, envelopeBlock, fence, findings, read, row } from "./testing/activation";

const rows = [row(), row({ task: "", issue: "#102", registry_revision: 0 })];
const body = `Hello\n\n${bindingsBlock(rows, 1)}\n${envelopeBlock({ squad_artifact: "plan" })}\n${envelopeBlock(JSON.stringify(envelope({ phases: [0] }), null, 1))}`;
const lines = body.split("\n");
const at = (pointer: string, text = body) => {
  const span = placesInComment(text).find(pointer);
  return span === null ? null : [span.first, span.last];
};

describe("places in a comment", () => {
  it("are those of every pointer that a rule gives", () => {
    const verdict = read(body);
    expect(findings(verdict)).toEqual([
      "envelope-phases #envelope/phases/0",
      "binding-registry-revision /1/registry_revision",
      "binding-task /1/task",
    ]);
    for (const { pointer } of verdict.diagnostics) {
      const line = lines[(at(pointer)?.[0] ?? 0) - 1] ?? "";
      expect(line).toContain(pointer === "#envelope/phases/0" ? "0" : `"${pointer.split("/")[2]}"`);
    }
  });

  it("are the whole comment, the bindings, their rows and members, the activation envelope, and lines", () => {
    expect(at("#comment")).toEqual([1, lines.length - 1]);
    expect(at("")).toEqual([5, lines.indexOf("]") + 1]);
    expect(at("/0")).toEqual([6, 23]);
    expect(at("/0/binding_schema")).toEqual([7, 7]);
    expect(at("/1/epic_agent_ids/0")).toEqual([39, 39]);
    expect(at("#envelope")).toEqual([52, 59]);
    expect(at("#line/3")).toEqual([3, 3]);
    expect(at(`#line/${lines.length}`)).toBeNull();
    expect(placesInComment(body)).toMatchObject({
      total: lines.length - 1,
      fences: [{ first: 4, last: 43 }, { first: 46 }, { first: 51 }],
    });
  });

  it("are the nearest parent's where a pointer goes deeper than anything there", () => {
    expect(at("/0/nothing/at/all")).toEqual(at("/0"));
    expect(at("/9")).toEqual(at(""));
    expect(at("#envelope/nothing")).toEqual(at("#envelope"));
  });

  it("are the fence itself where its text is no JSON, and none where there is no fence", () => {
    expect(at("/0", bindingsBlock("[{"))).toEqual([2, 4]);
    expect(at("", fence("[]"))).toBeNull();
    expect(at("#envelope", envelopeBlock({ squad_artifact: "plan" }))).toBeNull();
    expect(at("#other")).toBeNull();
  });

  it("are the whole and single lines alone in a comment over the caps", () => {
    const long = `${body}${"\n".repeat(5_000)}`;
    expect(at("#comment", long)).toEqual([1, 5_000 + lines.length - 1]);
    expect(at("#line/7", long)).toEqual([7, 7]);
    expect(at("/0", long)).toBeNull();
  });

  it("are had only where the pointer itself is there, not where a parent stands for it", () => {
    const has = (pointer: string, text = body) => placesInComment(text).has(pointer);
    for (const pointer of ["#comment", "#line/1", "", "/0", "/1/task", "#envelope", "#envelope/phases/0"])
      expect(has(pointer), pointer).toBe(true);
    for (const pointer of ["#line/9999", "/9", "/0/nothing", "#envelope/nothing", "#envelopes", "#other"])
      expect(has(pointer), pointer).toBe(false);
    for (const pointer of ["", "/0", "#envelope"]) expect(has(pointer, fence("[]")), pointer).toBe(false);
    expect([has("", bindingsBlock("[{")), has("/0", bindingsBlock("[{"))]).toEqual([true, false]);
    expect([placesInComment(body, false).has("/0"), placesInComment(body, false).has("#comment")]).toEqual([
      false,
      true,
    ]);
  });

  it("say in which columns of its line a value stands, with its name, and nothing where it has lines of its own", () => {
    const columns = (pointer: string, text: string) => placesInComment(text).find(pointer)?.columns;
    const oneLine = bindingsBlock('[{"a":1},{"b":[2,3]}]');
    const cut = (pointer: string) => {
      const { from, to } = columns(pointer, oneLine) ?? { from: 0, to: 0 };
      return '[{"a":1},{"b":[2,3]}]'.slice(from, to);
    };
    expect(["", "/0", "/1", "/0/a", "/1/b", "/1/b/1"].map(cut)).toEqual([
      '[{"a":1},{"b":[2,3]}]',
      '{"a":1}',
      '{"b":[2,3]}',
      '"a":1',
      '"b":[2,3]',
      "3",
    ]);
    expect(columns("/0", bindingsBlock('[\n {\n  "a": 1\n }\n]'))).toBeUndefined();
    expect(columns("/0/a", bindingsBlock('[\n {\n  "a": 1\n }\n]'))).toEqual({ from: 2, to: 8 });
  });

  it("name lines by whole numbers from 1", () => {
    expect(linePointer(12)).toBe("#line/12");
    expect(lineOfPointer("#line/12")).toBe(12);
    for (const pointer of ["#line/0", "#line/", "#line/01", "#line/1x", "#line/9999999999", "x#line/1", "/1", ""]) {
      expect(lineOfPointer(pointer)).toBeNull();
    }
  });
});
