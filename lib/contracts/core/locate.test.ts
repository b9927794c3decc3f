import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "./json-types";
import { places, placesBelow } from "./locate";
import { positionAt } from "./lines";
import { joinPointer, parsePointer } from "./pointer";

const TEXT = '{\n  "a": {\n    "b": [1, "two,}",\r\n true]\n  },\r  "c/d": null }';

function at(value: JsonValue, pointer: string): JsonValue | undefined {
  return (parsePointer(pointer) ?? []).reduce<JsonValue | undefined>(
    (inside, name) => (inside as Record<string, JsonValue> | undefined)?.[name],
    value,
  );
}

function pointers(value: JsonValue, pointer: string, depth: number): string[] {
  if (depth === 0 || typeof value !== "object" || value === null) return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([name, item]) =>
      pointers(item as JsonValue, joinPointer(pointer, name), depth - 1),
    ),
  ];
}

describe("places", () => {
  it("are offsets of the value, of its name, and lines from the name to the value's end", () => {
    expect(places(TEXT, ["/a", "/a/b/1", "/c~1d", ""])).toEqual(
      new Map([
        ["/a/b/1", { start: 24, end: 31, lines: { first: 3, last: 3 } }],
        ["/a", { start: 9, end: 44, name: 4, lines: { first: 2, last: 5 } }],
        ["/c~1d", { start: 55, end: 59, name: 48, lines: { first: 6, last: 6 } }],
        ["", { start: 0, end: 61, lines: { first: 1, last: 6 } }],
      ]),
    );
  });

  it("are given to a depth, the root alone at 0", () => {
    expect([...places(TEXT, 0).keys()]).toEqual([""]);
    expect([...places(TEXT, 1).keys()].sort()).toEqual(["", "/a", "/c~1d"]);
    expect([...places(TEXT, 2).keys()].sort()).toEqual(["", "/a", "/a/b", "/c~1d"]);
    expect(places("  7 ", 3)).toEqual(new Map([["", { start: 2, end: 3, lines: { first: 1, last: 1 } }]]));
    expect(places('\n"x"', 3)).toEqual(new Map([["", { start: 1, end: 4, lines: { first: 2, last: 2 } }]]));
  });

  it("are missing for pointers that name nothing or are none", () => {
    expect(places(TEXT, ["/z", "/a/b/9", "/a/b/x", "a", "/~2", "/c~1d/e"]).size).toBe(0);
    expect(places("[]", ["/0"]).size).toBe(0);
    expect(places("{}", ["/"]).size).toBe(0);
  });

  it("begin with the name's line where name and value stand on two lines", () => {
    expect(places('{"a":\n\n1}', ["/a"]).get("/a")).toEqual({
      start: 7,
      end: 8,
      name: 1,
      lines: { first: 1, last: 3 },
    });
  });

  it("of members below a pointer are given without the pointer's own", () => {
    expect(placesBelow('{"x":{"a":[1,2],"b":3},"a":4}', "/x")).toEqual(
      new Map([
        ["/x/a", { start: 10, end: 15, name: 6, lines: { first: 1, last: 1 } }],
        ["/x/b", { start: 20, end: 21, name: 16, lines: { first: 1, last: 1 } }],
      ]),
    );
    expect([...placesBelow("[1,[2]]", "").keys()]).toEqual(["/0", "/1"]);
    expect(placesBelow('{"x":1}', "/x").size).toBe(0);
    expect(placesBelow('{"x":{"y":1}}', "/z").size).toBe(0);
  });

  it("hold exactly the text of their value, wherever they are and however it is written", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(0, 1, "\t"),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.nat(5),
        (json, indent, lineBreak, depth) => {
          const value = JSON.parse(JSON.stringify(json)) as JsonValue;
          const text = JSON.stringify(value, null, indent).replaceAll("\n", lineBreak);
          const wanted = pointers(value, "", depth);
          const found = places(text, depth);
          expect([...found.keys()].sort()).toEqual([...new Set(wanted)].sort());
          expect(places(text, wanted)).toEqual(found);
          for (const [pointer, { start, end, name, lines }] of found) {
            expect(JSON.parse(text.slice(start, end))).toEqual(at(value, pointer));
            expect(lines).toEqual({
              first: positionAt(text, name ?? start).line,
              last: positionAt(text, end - 1).line,
            });
            if (name !== undefined)
              expect(text.slice(name).startsWith(JSON.stringify(parsePointer(pointer)?.at(-1)))).toBe(true);
          }
        },
      ),
    );
  });
});
