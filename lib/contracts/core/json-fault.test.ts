import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FAULTS, findFault } from "./json-fault";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("the first fault of a text", () => {
  it.each([
    ["", 0, "empty"],
    [" \n\t\r ", 5, "empty"],
    ["[", 1, "ends-early"],
    ["[1", 2, "ends-early"],
    ["[1,", 3, "ends-early"],
    ['{"a', 3, "ends-early"],
    ['{"a"', 4, "ends-early"],
    ['{"a":', 5, "ends-early"],
    ['"a\\', 3, "ends-early"],
    ['"\\u00', 1, "ends-early"],
    ['"\\u0', 1, "ends-early"],
    ["1 2", 2, "text-after-end"],
    ["{} x", 3, "text-after-end"],
    ["[]]", 2, "text-after-end"],
    ["[,1]", 1, "value-expected"],
    ['{"a":}', 5, "value-expected"],
    ['{"a":]', 5, "value-expected"],
    ["[=]", 1, "value-expected"],
    ["NaN", 0, "unknown-word"],
    ["[True]", 1, "unknown-word"],
    ["undefined", 0, "unknown-word"],
    ["truex", 0, "unknown-word"],
    ["nul", 0, "unknown-word"],
    ["null0", 0, "unknown-word"],
    ["$x", 0, "unknown-word"],
    ["'a'", 0, "single-quote"],
    ["{'a':1}", 1, "single-quote"],
    ["['a']", 1, "single-quote"],
    ["// x\n1", 0, "comment"],
    ["[1, /* x */ 2]", 4, "comment"],
    ["{} // end", 3, "comment"],
    ["{a:1}", 1, "name-expected"],
    ["{1:1}", 1, "name-expected"],
    ["{,}", 1, "name-expected"],
    ['{"a" 1}', 5, "colon-expected"],
    ['{"a",1}', 4, "colon-expected"],
    ["[1 2]", 3, "comma-expected"],
    ['{"a":1 "b":2}', 7, "comma-expected"],
    ["[1}", 2, "comma-expected"],
    ['{"a":1]', 6, "comma-expected"],
    ["[1,]", 3, "trailing-comma"],
    ['{"a":1,}', 7, "trailing-comma"],
    ["01", 0, "bad-number"],
    ["1.", 0, "bad-number"],
    [".5", 0, "bad-number"],
    ["+1", 0, "bad-number"],
    ["-", 0, "bad-number"],
    ["1e", 0, "bad-number"],
    ["1e+", 0, "bad-number"],
    ["0x10", 0, "bad-number"],
    ["1_000", 0, "bad-number"],
    ["-Infinity", 0, "bad-number"],
    ['"\\x"', 1, "bad-escape"],
    ['["a\\u00zz"]', 3, "bad-escape"],
    ['"\\u12 4"', 1, "bad-escape"],
    ['"a\nb"', 2, "control-character"],
    ['"a\u001fb"', 2, "control-character"],
    ["[[[]]]", 2, "too-deep"],
    ['{"a":{"b":{}}}', 10, "too-deep"],
  ] as const)("of %j stands at %d: %s", (text, offset, what) => {
    expect(findFault(text, 2)).toEqual({ offset, what });
  });

  it.each([
    "0",
    "-0",
    "-1.5e-3",
    "1E+9",
    "10",
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00aF"',
    "[]",
    "{}",
    " [ ] ",
    '{"a":[]}',
    "[true,false,null]",
    '"\u007f"',
    '"\u2028"',
  ])("is none in %j", (text) => {
    expect(parses(text)).toBe(true);
    expect(findFault(text, 2)).toBeNull();
  });

  it("has a sentence for each kind", () => {
    for (const sentence of Object.values(FAULTS))
      expect(sentence).toMatch(/^(there|the|this|a|a text|texts|JSON|values) /);
  });

  it("is found if and only if JSON.parse refuses the text", () => {
    const fragment = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      '"a"',
      '"b":',
      "1",
      "-",
      ".",
      "e",
      "E+",
      "0",
      "true",
      "null",
      "fals",
      " ",
      "\n",
      "\u0001",
      "\uD800",
      "\\u12ab",
      "/",
      "'",
      "\u00a0",
      "é",
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const text = fragments.join("");
        expect(findFault(text, 1_000) === null).toBe(parses(text));
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "0", "\\", " "), (json, at, inserted) => {
        const cut = at % (json.length + 1);
        for (const text of [
          json,
          json.slice(0, cut) + inserted + json.slice(cut),
          json.slice(0, cut) + json.slice(cut + 1),
        ]) {
          expect(findFault(text, 1_000) === null).toBe(parses(text));
        }
      }),
    );
  });
});
