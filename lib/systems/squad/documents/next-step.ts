import type { GoalState, GoalVerdict } from "@/lib/contracts/squad/work-types";
import type { RepoRow, StatusData } from "../document-types";
import type { Squad } from "../judge";
import { RULES } from "../rules";
import { heldData } from "./held";
import { nothingSaid, registryStatement } from "./statements";

type Next = NonNullable<RepoRow["next"]>;

/** What a person should do about a repository next, worst cause first; null where there is nothing to do. */
export function nextStep(squad: Squad, stale: StatusData["threads"]["stale"] = []): RepoRow["next"] {
  // On GitHub nobody exports anything: Muster reads a stale thread again by itself.
  return (
    heldStep(squad) ?? identityStep(squad) ?? workStep(squad) ?? (squad.settings.exported ? staleStep(stale) : null)
  );
}

/** "held: the last accepted registry, with both sides of the difference". */
function heldStep(squad: Squad): Next | null {
  const held = heldData(squad);
  if (held === null) return null;
  const other = held.because === "repository";
  const text = other
    ? "See whether the other repository is meant, and accept it or have the name put right"
    : "See what changed in the registry, and accept it or have it put right";
  const moved = held.moved.charAt(0).toUpperCase() + held.moved.slice(1);
  const shown = held.withheld ? "The accepted registry cannot be shown here." : "The last accepted registry is shown.";
  return { text, detail: `${moved}. ${shown}`, view: "held" };
}

/** Nothing is wrong with what is shown, but it is the last good copy, and nobody reads the newer one. */
function staleStep(stale: StatusData["threads"]["stale"]): Next | null {
  if (stale.length === 0) return null;
  const issues = stale.map(({ issue }) => issue);
  return {
    text: `Export ${named("goal", issues)} again`,
    detail: `${issues.length === 1 ? "Its thread" : "Their threads"} can no longer be read. The last good copy is shown.`,
    view: "evidence",
  };
}

function identityStep(squad: Squad): Next | null {
  const { verdict, outcome, work } = squad;
  if (outcome === "reading" && squad.detail !== "" && squad.settings.webUrl !== null)
    return { text: "See why GitHub cannot be read", detail: squad.detail, view: "roster" };
  if (outcome === "complete" || outcome === "reading") return null;
  const statement = registryStatement(squad);
  if (verdict?.verdict === "partial") {
    const bad = verdict.excluded.length;
    const waiting = work.counts.unresolved;
    const tasks =
      waiting === 0
        ? ""
        : `; ${count(waiting, "task")} ${waiting === 1 ? "waits" : "wait"} for ${bad === 1 ? "it" : "them"}`;
    return {
      text: `Mend ${count(bad, "record")}${tasks}`,
      detail: "Valid records are shown. No binding resolves.",
      view: "roster",
    };
  }
  if (verdict?.verdict === "legacy") {
    const { ready, total } = verdict.readiness;
    return {
      text: `See migration readiness: ${ready} of ${total} would pass`,
      detail: "The older format, without a schema. It identifies nobody.",
      view: "roster",
    };
  }
  if (statement?.code === "missing-ref" || statement?.code === "missing-commits") {
    return { text: statement.next.replace(/\.$/, ""), detail: `${statement.title}.`, view: "roster" };
  }
  if (statement?.code === "older-shape") {
    const text = "Publish a registry with an ID for each agent";
    return { text, detail: "An older shape without IDs. It identifies nobody.", view: "roster" };
  }
  return {
    text:
      (nothingSaid(squad) === "nothing there"
        ? "Correct the directory in the configuration"
        : outcome === "no-access" && squad.settings.webUrl !== null
          ? (GITHUB_ACCESS[statement?.code ?? ""] ?? "Let the token read Contents and Issues")
          : STEPS[outcome]) ?? "See what is wrong with the registry",
    detail: firstSentence(statement?.meaning ?? ""),
    view: "roster",
  };
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

const GITHUB_ACCESS: Readonly<Record<string, string>> = {
  "no-access-token": "Check the token",
  "no-access-sign-on": "Authorise the token for the organisation",
  "no-access-legal": "Take it out of the configuration",
  "no-access": "Check its name and what the token may read",
};

const STEPS: Partial<Record<Squad["outcome"], string>> = {
  missing: "Publish a registry, or take it out of the configuration",
  "no-access": "Check the folder and who may read it",
  refused: "Mend the registry file",
  unfit: "Commit the registry as a plain file",
  expired: "Make the repository readable again",
};

const GOAL_STEPS: Partial<Record<GoalVerdict["goal"], string>> = {
  conflict: "settle goal",
  refused: "reissue goal",
  unread: "export goal",
  "pre-provenance": "reactivate goal",
  none: "activate goal",
};

function workStep(squad: Squad): Next | null {
  if (squad.outcome === "reading") return null;
  const { goals } = squad.work;
  if (squad.threadsFault !== null) {
    const unreadable = squad.threadsFault.code === RULES.commentsUnreadable.code;
    const onGitHub = unreadable ? "See why comments cannot be read" : "Let the token read Issues";
    const text = squad.settings.exported ? "Put the threads folder in its place" : onGitHub;
    return { text, detail: squad.threadsFault.message, view: "work" };
  }
  const disputed = [
    ...new Set(
      goals.flatMap(({ tasks }) => tasks.filter(({ outcome }) => outcome === "conflict").map(({ row }) => row.issue)),
    ),
  ].sort((a, b) => a - b);
  const steps: string[] = disputed.length === 0 ? [] : [`settle ${named("task", disputed)}`];
  const ignored = goals.filter((one) => one.goal === "none" && ignores(one)).map(({ issue }) => issue);
  if (ignored.length > 0) steps.push(`see whom to trust for ${named("goal", ignored)}`);
  const step = (states: readonly GoalState[]) => {
    for (const goal of states) {
      const issues = goals.filter((one) => one.goal === goal && !ignored.includes(one.issue)).map(({ issue }) => issue);
      const words = goal === "unread" && !squad.settings.exported ? "see why nobody reads goal" : GOAL_STEPS[goal];
      if (issues.length > 0) steps.push(`${(words ?? "see goal").replace(/ goal$/, "")} ${named("goal", issues)}`);
    }
  };
  step(["conflict", "refused"]);
  // An artifact that counts and does not hold comes before goals that nobody has activated yet.
  const failing = goals.filter(fails).map(({ issue }) => issue);
  if (failing.length > 0) steps.push(`mend what keeps ${named("goal", failing)} from resolving`);
  step(["unread", "pre-provenance", "none"]);
  if (steps.length === 0) return null;
  const text = steps.slice(0, 2).join("; ");
  return { text: text.charAt(0).toUpperCase() + text.slice(1), detail: why(goals, disputed), view: "work" };
}

/** It is bound, and its own artifact does not hold against the registry. */
function fails(goal: GoalVerdict): boolean {
  return goal.goal === "bound" && !goal.resolves && goal.tasks.every(({ outcome }) => outcome !== "conflict");
}

/** Its only artifacts are by accounts that are not trusted here. */
function ignores({ thread }: GoalVerdict): boolean {
  return thread?.comments.some(({ verdict }) => verdict.verdict === "look-alike") ?? false;
}

function why(goals: readonly GoalVerdict[], disputed: readonly number[]): string {
  const parts: string[] = [];
  if (disputed.length > 0) parts.push(`Goals disagree on ${named("task", disputed, false)}.`);
  if (goals.some((one) => one.goal === "none" && ignores(one)))
    parts.push("An artifact was ignored, because its author's account is not trusted here.");
  const failing = goals.find(fails);
  const reason = failing?.diagnostics.find(({ severity }) => severity === "error");
  if (failing !== undefined && reason !== undefined) parts.push(`Goal #${failing.issue}: ${reason.message}`);
  const not = goals.filter(({ goal }) => goal !== "bound").length;
  if (not > 0) parts.push(`${count(not, "goal")} of ${goals.length} ${not === 1 ? "is" : "are"} not bound.`);
  return parts.join(" ") || "Some tasks have no agent for certain.";
}

function named(what: string, issues: readonly number[], word = true): string {
  const shown = issues.slice(0, 2).map((issue) => `#${issue}`);
  const more = issues.length > 2 ? ` and ${issues.length - 2} more` : "";
  const joined = issues.length === 2 ? shown.join(" and ") : shown.join(", ");
  return `${word ? `${what}${issues.length === 1 ? "" : "s"} ` : ""}${joined}${more}`;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
