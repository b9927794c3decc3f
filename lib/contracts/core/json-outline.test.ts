import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "./json";
import { Outline } from "./json-outline";
import { placesBelow } from "./locate";
import { joinPointer } from "./pointer";

function outlineOf(text: string, of = "agents"): Outline {
  const outline = new Outline(of);
  expect(readJson(new TextEncoder().encode(text), { maxBytes: 1_000_000 }, outline).ok).toBe(true);
  return outline;
}

describe("lines of members", () => {
  const text =
    '{"z":{"agents":{"no":1}},\n"ag\\u0065nts":{\n"a":{\n"x":[1,\n2]\n}\n,"b/c":2,\r\n"\\u0064":"}"\n},"e":{"d":\n1}}';

  it("are those of each member of the root's member that is asked for, wherever the caller thinks it stands", () => {
    const outline = outlineOf(text);
    for (const index of [-1, 0, 1, 2, 3]) {
      expect(outline.linesOf(text, "a", index)).toEqual({ first: 3, last: 6 });
      expect(outline.linesOf(text, "b/c", index)).toEqual({ first: 7, last: 7 });
      expect(outline.linesOf(text, "d", index)).toEqual({ first: 8, last: 8 });
      expect(outline.linesOf(text, "no", index)).toBeUndefined();
    }
  });

  it("are none where the root has no such object", () => {
    for (const none of [
      "[]",
      "1",
      '{"a":1}',
      '{"agents":[1,2]}',
      '{"agents":null}',
      '{"agents":{}}',
      '[{"agents":{"x":1}}]',
    ])
      expect(outlineOf(none).linesOf(none, "x", 0)).toBeUndefined();
  });

  it("do not take a name for another that is written with the same characters", () => {
    const similar = '{"agents":{"a\\"b":\n1,"a\\\\":2}}';
    expect(outlineOf(similar).linesOf(similar, "a\\", 0)).toEqual({ first: 2, last: 2 });
    expect(outlineOf(similar).linesOf(similar, 'a\\"b', 0)).toBeUndefined();
  });

  it("agree with the places that a second pass finds, for every object, in every layout", () => {
    const members = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("7", "10", "a~/b", "\\", '"')), fc.jsonValue());
    fc.assert(
      fc.property(members, fc.constantFrom("", " ", "\n", "\r\n", "\r"), (agents, gap) => {
        const spaced = JSON.stringify({ first: { x: 1 }, agents, last: [1] }, null, 1).replaceAll("\n", gap);
        const outline = outlineOf(spaced);
        const places = placesBelow(spaced, "/agents");
        Object.keys(agents).forEach((name, index) => {
          expect(outline.linesOf(spaced, name, index)).toEqual(places.get(joinPointer("/agents", name))?.lines);
        });
      }),
    );
  });
});
