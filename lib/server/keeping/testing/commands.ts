import fc from "fast-check";
import { FAULTS, TOKENS, type Tampering, type Token } from "./outside";
import { CHANGES, type Change } from "./world";

/** Something that happens: to GitHub, to a process, to the store, or by an operator. */
export type Command =
  /** `alone`: only one process looks before something else happens. */
  | { readonly do: "push"; readonly changes: readonly Change[]; readonly which: number; readonly alone?: boolean }
  | { readonly do: "grant"; readonly token: Token; readonly may: boolean }
  | { readonly do: "break"; readonly which: number }
  | { readonly do: "heal" }
  | { readonly do: "hours"; readonly hours: number }
  | { readonly do: "start"; readonly token: Token }
  | { readonly do: "end"; readonly which: number; readonly how: "stop" | "die" | "die looking" }
  | { readonly do: "token"; readonly which: number; readonly token: Token }
  | { readonly do: "cut" }
  | { readonly do: "mend" }
  | { readonly do: "tamper"; readonly what: Tampering }
  | { readonly do: "decide"; readonly which: number; readonly how: "seen" | "older" | "twice" };

const which = fc.nat({ max: 7 });
const token = fc.constantFrom<Token>("token-one", "token-one", "token-two");
const rises = fc.constantFrom<Change>("rename", "add", "retire", "reactivate", "jump");
const change = fc.oneof({ weight: 2, arbitrary: rises }, { weight: 3, arbitrary: fc.constantFrom(...CHANGES) });

/** Any of it, as often as it may be met. @param replicated several processes over one store that can go away */
export function commands(replicated: boolean): fc.Arbitrary<Command> {
  const all: fc.WeightedArbitrary<Command>[] = [
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("push"),
        changes: fc.array(change, { minLength: 1, maxLength: 2 }),
        which,
        alone: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("decide"),
        which,
        how: fc.constantFrom("seen", "seen", "seen", "twice", "older"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("grant"),
        token: fc.constantFrom(...TOKENS),
        may: fc.constantFrom(true, true, false),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("break"), which: fc.nat({ max: FAULTS.length - 1 }) }) },
    { weight: 2, arbitrary: fc.constant<Command>({ do: "heal" }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("hours"), hours: fc.constantFrom(7, 30) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("start"), token }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("end"), which, how: fc.constantFrom("stop", "die", "die looking") }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("token"), which, token }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("tamper"), what: fc.constantFrom("standing", "body", "accepted") }),
    },
  ];
  if (replicated)
    all.push(
      { weight: 1, arbitrary: fc.constant<Command>({ do: "cut" }) },
      { weight: 2, arbitrary: fc.constant<Command>({ do: "mend" }) },
    );
  return fc.oneof(...all);
}

const push = (...changes: Change[]): Command => ({ do: "push", changes, which: 0 });
const decide = (how: "seen" | "older" | "twice" = "seen"): Command => ({ do: "decide", which: 0, how });
const end = (how: "stop" | "die" | "die looking"): Command => ({ do: "end", which: 0, how });
const begin = (with_: Token = "token-one"): Command => ({ do: "start", token: with_ });
const breaks = (fault: number): Command => ({ do: "break", which: fault });
const HEAL: Command = { do: "heal" };

/** Sequences that are gone through every time, so that each state is met whatever the seed is. */
export const KNOWN: readonly (readonly Command[])[] = [
  [
    ...[push("rename"), push("rewind"), end("die"), begin(), decide("older"), decide(), push("add"), push("gone")],
    ...[breaks(0), { do: "hours", hours: 30 } as const, decide(), HEAL, push("reuse")],
  ],
  [
    ...[push("add"), end("stop"), push("rewind"), begin("token-two"), { do: "grant", token: "token-two", may: true }],
    ...[decide(), { do: "tamper", what: "standing" }, push("replace"), decide(), push("rename"), push("partial")],
    ...([{ do: "grant", token: "token-two", may: false }, end("die looking"), begin()] as const),
  ] as const,
];

/** The same for several processes over one store that goes away and comes back. */
export const REPLICATED: readonly (readonly Command[])[] = [
  [
    ...[begin(), push("rename"), { do: "decide", which: 1, how: "seen" } as const, push("rewind"), decide("twice")],
    ...[push("gone"), { do: "cut" } as const, push("rename"), decide(), end("die"), begin(), { do: "mend" } as const],
    ...[decide(), end("die looking"), push("reuse"), { do: "tamper", what: "body" } as const],
  ],
];
