import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameCollisions, nameKeys, partners } from "./names";

const named = (names: Record<string, string>) =>
  nameCollisions(
    Object.entries(names).map(([id, name]) => ({ id, name })),
    ({ name }) => name,
  );
const collide = (...names: string[]): string[] => [...named(Object.fromEntries(names.entries())).keys()];

describe("names", () => {
  it.each([
    ["Kepler", "KEPLER"],
    [" Kepler\u00a0", "kepler"],
    ["Straße", "STRASSE"],
    ["Straße", "STRAẞE"],
    ["Håkan", "Ha\u030akan"],
    ["HÅKAN", "ha\u030akan"],
    ["\u212Aepler", "Kepler"],
    ["ſ", "S"],
    ["Σ", "ς"],
    ["ΟΔΟΣ", "οδος"],
    ["\u0399\u0308\u0301", "\u03B9\u0308\u0301"],
    ["ǰ", "J\u030c"],
    ["\u0345", "\u03B9"],
  ])("%j and %j collide", (a, b) => {
    expect(named({ a, b, c: "other" })).toEqual(
      new Map([
        ["a", expect.arrayContaining([["a", "b"]])],
        ["b", expect.arrayContaining([["a", "b"]])],
      ]),
    );
  });

  it.each([
    ["ılgaz", "ilgaz"],
    ["Ilgaz", "ılgaz"],
    ["Kepler", "Kepler 2"],
    ["a\u200B", "a"],
    ["Кepler", "Kepler"],
    ["e", "é"],
    ["①", "1"],
  ])("%j and %j are two names", (a, b) => {
    expect(named({ a, b }).size).toBe(0);
  });

  it("collide in either of the two forms, each with its own partners", () => {
    // Under full folding a and b are equal; lower-cased, b and c are, and NFC keeps those apart.
    const groups = named({ a: "ẞ\u0399\u0308\u0301", b: "SS\u0399\u0308\u0301", c: "ss\u03B9\u0308\u0301", d: "d" });
    expect([...groups.keys()].sort()).toEqual(["a", "b", "c"]);
    expect(partners("b", groups.get("b") ?? [], 9).sort()).toEqual(["a", "c"]);
  });

  it("have two equal keys where they are plain, and none that depends on the shortcut", () => {
    expect(nameKeys(" Kepler 2 ")).toEqual(["kepler 2", "kepler 2"]);
    expect(nameKeys("Straße")).toEqual(["strasse", "straße"]);
    expect(nameKeys("A\u030a")).toEqual(["å", "a\u030a"]);
  });

  it("list partners without the agent itself, each once, no more than asked for", () => {
    const group = ["a", "b", "c", "d"];
    expect(partners("b", [group, ["b", "c", "e"]], 9)).toEqual(["a", "c", "d", "e"]);
    expect(partners("b", [group], 2)).toEqual(["a", "c"]);
    expect(partners("a", [["a", "b"]], 0)).toEqual([]);
  });

  it("collide symmetrically: whoever is among another's partners has it among its own", () => {
    const name = fc.string({
      unit: fc.constantFrom(
        "a",
        "A",
        "ß",
        "s",
        "S",
        "ẞ",
        "\u0399",
        "\u03B9",
        "\u0308",
        "\u0301",
        "å",
        "a\u030a",
        " ",
        "İ",
        "i\u0307",
      ),
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const list = Object.fromEntries(names.map((each, index) => [`id${index}`, each]));
        const groups = named(list);
        const of = (id: string): string[] => partners(id, groups.get(id) ?? [], 99);
        for (const id of Object.keys(list)) {
          const expected = Object.keys(list).filter((other) => {
            const [mine, its] = [nameKeys(list[id] ?? ""), nameKeys(list[other] ?? "")];
            return other !== id && (mine[0] === its[0] || mine[1] === its[1]);
          });
          expect(of(id).sort()).toEqual(expected.sort());
          for (const other of of(id)) expect(of(other)).toContain(id);
        }
      }),
    );
  });

  it("are compared without regard to the order in which they come", () => {
    expect(collide("x", "X", "y")).toEqual(["0", "1"]);
    expect(collide("y", "X", "x")).toEqual(["1", "2"]);
  });
});
