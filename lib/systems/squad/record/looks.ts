import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { Standing } from "@/lib/contracts/core/standing";
import type { SquadState } from "../squad";
import { UNREAD } from "../standings";

/** What one target answered, for the list of looks. */
export interface TargetLook {
  /** registry, thread:45, pages:45, titles */
  readonly target: string;
  readonly at: Millis;
  readonly result: "value" | "absent" | "denied" | "unfit" | "failed";
  /** Why, where the result is no value; "" otherwise. */
  readonly detail: string;
  readonly body: Sha256 | null;
}

/** What a look at a repository asked and was answered: the registry always, and of the rest what the look touched. */
export function looksBetween(
  before: SquadState | null,
  after: SquadState,
  bodyOf: ReadonlyMap<string, Sha256>,
): readonly TargetLook[] {
  const looks: TargetLook[] = [];
  const add = (target: string, standing: Standing<unknown>, prior: Standing<unknown> | undefined) => {
    if (standing === prior) return;
    const look = lookOf(target, standing, bodyOf.get(target) ?? null);
    if (look !== null) looks.push(look);
  };
  const [was, is] = [before?.standings ?? UNREAD, after.standings];
  add("registry", is.registry, was.registry);
  for (const [issue, thread] of is.threads) add(`thread:${issue}`, thread, was.threads.get(issue));
  add("titles", is.cards, was.cards);
  for (const [issue, { pages }] of is.live?.threads ?? []) {
    if (pages === null || pages === was.live?.threads.get(issue)?.pages) continue;
    const at = is.threads.get(issue)?.answered?.at ?? is.last.threads?.at ?? 0;
    const target = `pages:${issue}`;
    looks.push({ target, at, result: "value", detail: "", body: bodyOf.get(target) ?? null });
  }
  return looks;
}

function lookOf(target: string, { answered, failing }: Standing<unknown>, body: Sha256 | null): TargetLook | null {
  if (failing !== null) return { target, at: failing.last, result: "failed", detail: failing.cause, body: null };
  if (answered === null) return null;
  const { at, result } = answered;
  if ("value" in result) return { target, at, result: "value", detail: "", body };
  const detail =
    result.because === "absent" ? result.what : result.because === "unfit" ? result.why : `${result.status}`;
  return { target, at, result: result.because, detail, body: null };
}
