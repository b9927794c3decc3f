import { describe, expect, it } from "vitest";
import { readSort, sortBy, writeSort } from "./sort";

const KEYS = ["name", "tasks"] as const;
const FALLBACK = { key: "name", down: false } as const;

describe("sort in the URL", () => {
  it("is read back as it was written", () => {
    for (const key of KEYS)
      for (const down of [true, false])
        expect(readSort(writeSort({ key, down }, FALLBACK), KEYS, FALLBACK)).toEqual({ key, down });
  });
  it("falls back where it makes no sense", () => {
    expect(readSort("-constructor", KEYS, FALLBACK)).toEqual(FALLBACK);
  });
});

describe("sortBy", () => {
  it("keeps unknown values last in both directions, and equal ones in their order", () => {
    const rows = [
      { id: "a", n: 1 },
      { id: "b", n: null },
      { id: "c", n: 2 },
      { id: "d", n: 1 },
    ];
    const ids = (down: boolean) => sortBy(rows, (row) => row.n, down).map((row) => row.id);
    expect(ids(false)).toEqual(["a", "d", "c", "b"]);
    expect(ids(true)).toEqual(["c", "a", "d", "b"]);
  });
});
