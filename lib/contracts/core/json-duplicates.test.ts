import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonText } from "./json";
import { findDuplicates } from "./json-duplicates";
import { joinPointer } from "./pointer";

/** A value as its text is written, so that it can repeat names. */
type Written =
  | { readonly scalar: string }
  | { readonly list: readonly Written[] }
  | { readonly members: readonly (readonly [string, Written])[] };

const written = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("1", "-2.5e3", "true", "null", '"a:{b"', '"\\"}"', '"\\\\"').map((scalar) => ({ scalar })),
    fc.array(tie("value"), { maxLength: 3 }).map((list) => ({ list })),
    fc
      .array(fc.tuple(fc.constantFrom("a", "b", "", "a/b", "~", '"', "\\", "__proto__", "é"), tie("value")), {
        maxLength: 4,
      })
      .map((members) => ({ members })),
  ),
})).value;

const space = fc.constantFrom("", " ", "\n", "\t\r\n");

/** Names are written plainly or with every character escaped, so that equal names have different texts. */
function write(value: Written, gap: string, escaped: boolean): string {
  if ("scalar" in value) return value.scalar;
  if ("list" in value)
    return `[${gap}${value.list.map((item) => write(item, gap, escaped)).join(`${gap},${gap}`)}${gap}]`;
  const parts = value.members.map(([name, item], index) => {
    const hex = [...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const text = escaped && index % 2 === 0 ? `"${hex}"` : JSON.stringify(name);
    return `${text}${gap}:${gap}${write(item, gap, escaped)}`;
  });
  return `{${gap}${parts.join(`${gap},${gap}`)}${gap}}`;
}

function repeated(value: Written, pointer: string): string[] {
  if ("scalar" in value) return [];
  if ("list" in value) return value.list.flatMap((item, index) => repeated(item, joinPointer(pointer, index)));
  const counts = new Map<string, number>();
  return value.members.flatMap(([name, item]) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const at = joinPointer(pointer, name);
    return [...(count === 2 ? [at] : []), ...repeated(item, at)];
  });
}

describe("repeated names", () => {
  it("are found with the offsets of the first and the second", () => {
    expect(findDuplicates('{"x":1, "y":[0,{"k":1,"k":2}], "x":3}', 9)).toEqual({
      listed: [
        { pointer: "/y/1/k", name: "k", first: 16, second: 22 },
        { pointer: "/x", name: "x", first: 1, second: 31 },
      ],
      total: 2,
    });
  });

  it("count once however often they are repeated, also where the first stands at offset 0 of its object", () => {
    expect(findDuplicates('{"":1,"":2,"":3,"":4}', 9)).toEqual({
      listed: [{ pointer: "/", name: "", first: 1, second: 6 }],
      total: 1,
    });
  });

  it("are none in different objects, in lists and in values", () => {
    expect(findDuplicates('[{"a":1},{"a":"a"},["a","a"],{"b":{"a":1},"a":2}]', 9)).toEqual({ listed: [], total: 0 });
    expect(findDuplicates('{"a":["b"],"b":["a","b"],"c":{"a":{}},"d":"a"}', 9).total).toBe(0);
  });

  it("are counted beyond the number that is listed", () => {
    const found = findDuplicates('{"a":1,"a":1,"b":1,"b":1,"c":1,"c":1}', 2);
    expect(found.listed.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(found.total).toBe(3);
  });

  it("are all found, and nothing else is, whatever the formatting", () => {
    fc.assert(
      fc.property(written, space, fc.boolean(), (value, gap, escaped) => {
        const text = write(value, gap, escaped);
        JSON.parse(text);
        const expected = repeated(value, "");
        const found = findDuplicates(text, 1_000);
        expect(found.listed.map(({ pointer }) => pointer)).toEqual(expected);
        expect(found.total).toBe(expected.length);
        const reading = readJsonText(text, { maxBytes: 1_000_000 });
        expect(reading.ok).toBe(expected.length === 0);
        if (!reading.ok) expect(reading.diagnostics.map(({ pointer }) => pointer)).toEqual(expected.slice(0, 100));
      }),
      { numRuns: 500 },
    );
  });
});
