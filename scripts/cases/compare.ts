import { isDeepStrictEqual } from "node:util";
import { PROSE, type Adapter, type Case, type Outputs } from "./adapter";

/** One member of `expected` that did not come out. */
export interface Difference {
  readonly member: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Lists whose order and repeats do not count, in the systems other than squad. */
const SETS: ReadonlySet<string> = new Set(
  "rules errors warnings issues findings diagnostics missing extra edges roots unresolved cycle items void_turns usable".split(
    " ",
  ),
);
const INCLUDE = "_include";

/** The members of `expected` that a machine can compare. */
export function comparable(test: Case, adapter: Adapter): string[] {
  // The prose list is Squad's; elsewhere everything under `expected` is compared.
  const prose = test.system === "squad" ? [...PROSE, ...(adapter.prose ?? [])] : (adapter.prose ?? []);
  return Object.keys(test.expected).filter((member) => !prose.includes(member));
}

/** Every comparable member whose output differs, in the row's order. */
export function differences(test: Case, adapter: Adapter, outputs: Outputs): Difference[] {
  return comparable(test, adapter).flatMap((member) => {
    const expected = test.expected[member];
    const including = test.system !== "squad" && member.endsWith(INCLUDE);
    const name = including ? member.slice(0, -INCLUDE.length) : member;
    const matcher = adapter.matches?.[member];
    if (!Object.hasOwn(outputs, name)) {
      return [{ member, expected, got: `(the adapter for ${test.area} gives no member “${name}”)` }];
    }
    const got = outputs[name];
    const same =
      matcher?.(expected, got, test) ??
      (including ? includes(expected, got) : matchesValue(expected, got, test.system === "squad" || SETS.has(name)));
    return same ? [] : [{ member, expected, got }];
  });
}

function matchesValue(expected: unknown, got: unknown, asSet: boolean): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(got)) return false;
    if (asSet) return covers(expected, got) && covers(got, expected, true);
    return expected.length === got.length && expected.every((item, index) => matchesValue(item, got[index], false));
  }
  if (isObject(expected)) {
    if (!isObject(got)) return false;
    return Object.entries(expected).every(
      ([name, value]) => Object.hasOwn(got, name) && matchesValue(value, got[name], SETS.has(name)),
    );
  }
  return isDeepStrictEqual(expected, got);
}

/** Every item of `some` is matched by an item of `all`; `backwards` when `all` holds the expected ones. */
function covers(some: readonly unknown[], all: readonly unknown[], backwards = false): boolean {
  return some.every((item) =>
    all.some((other) => (backwards ? matchesValue(other, item, false) : matchesValue(item, other, false))),
  );
}

function includes(expected: unknown, got: unknown): boolean {
  return Array.isArray(expected) && Array.isArray(got) && covers(expected, got);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
