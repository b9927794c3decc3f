import type { Fault } from "./faults/fault";
import { matches, type Entry, type Match } from "./log";

export interface Injection {
  readonly match: Match;
  readonly fault: Fault;
  /** How many requests meet it; once by default. */
  readonly times?: number;
  /** How many requests it lets pass first. */
  readonly skip?: number;
}

/** What a test holds of a rule that it made. */
export interface Handle {
  /** Requests that it was applied to. */
  readonly hits: number;
  remove(): void;
}

interface Rule<Effect> {
  readonly match: Match;
  readonly effect: Effect;
  left: number;
  skip: number;
  hits: number;
}

/** Rules that apply to some requests, in the order in which they were made. */
export class Rules<Effect> {
  readonly #rules = new Set<Rule<Effect>>();

  add(match: Match, effect: Effect, { times = 1, skip = 0 }: { times?: number; skip?: number } = {}): Handle {
    const rule = { match, effect, left: times, skip, hits: 0 };
    this.#rules.add(rule);
    return {
      get hits() {
        return rule.hits;
      },
      remove: () => void this.#rules.delete(rule),
    };
  }

  /** The first effect that is meant for a request, used up by one. */
  take(entry: Entry): Effect | null {
    for (const rule of this.#rules) if (applies(rule, entry)) return rule.effect;
    return null;
  }

  /** Every effect that is meant for a request, each used up by one. */
  takeAll(entry: Entry): readonly Effect[] {
    return [...this.#rules].filter((rule) => applies(rule, entry)).map(({ effect }) => effect);
  }

  clear(): void {
    this.#rules.clear();
  }
}

function applies(rule: Rule<unknown>, entry: Entry): boolean {
  if (rule.left <= 0 || !matches(rule.match, entry)) return false;
  if (rule.skip > 0) {
    rule.skip -= 1;
    return false;
  }
  rule.left -= 1;
  rule.hits += 1;
  return true;
}
