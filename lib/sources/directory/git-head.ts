import type { Answer, Pin, Sha } from "@/lib/contracts/core/look";
import { failed, type Call, type Refusal } from "../shared/call";
import { gitFailure } from "./git-failure";
import { runGit, type GitOutcome, type GitPlace } from "./git-run";
import { isObjectName } from "../shared/object-name";

/** Enough for one object name or one word. */
const LINE_CAP = 4_096;
/** Enough to see whether there is any ref; a list cut here has some. */
const REFS_CAP = 1_048_576;

const NO_COMMITS: Refusal = { answer: "absent", what: "commits" };
const NO_REF: Refusal = { answer: "absent", what: "ref" };

/**
 * The commit that a ref names, through annotated tags. Costs one child process where there is one.
 * Otherwise says which it is: no commits at all, no such ref, or a repository that cannot be read (never taken for empty).
 */
export async function readHead(place: GitPlace, ref: string, call: Call): Promise<Answer<Pin>> {
  if (!isSpeakable(ref)) return NO_REF;
  const outcome = await resolve(place, `${ref}^{commit}`, call);
  const sha = nameIn(outcome);
  if (sha !== null) return { answer: "value", value: { kind: "commit", sha } };
  const silent = outcome.ended === "exit" && (outcome.code === 0 || outcome.code === 1);
  return silent ? explain(place, ref, call) : gitFailure(outcome, `The commit that ${ref} names`);
}

/**
 * Whether a name that git would complete (`main`) is borne by several refs, such as a branch and a tag. Git would then take the tag with a
 * warning that nobody sees here; nothing is guessed instead. Costs one child process.
 * @returns why the ref cannot be used, or null
 */
export async function refuseAmbiguous(place: GitPlace, ref: string, call: Call): Promise<Refusal | null> {
  const name = /^[^~^:@]+/.exec(ref)?.[0] ?? "";
  if (name === "" || name === "HEAD" || isObjectName(name)) return null;
  const patterns = COMPLETIONS.map((prefix) => `${prefix}${name}`);
  const found = await runGit(place, ["for-each-ref", "--format=%(refname)", ...patterns], REFS_CAP, call);
  if (found.ended !== "exit" || found.code !== 0) return gitFailure(found, `The refs that ${ref} may mean`);
  const bearers = found.stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => patterns.includes(line));
  if (bearers.length < 2) return null;
  const which = bearers.join(" or ");
  return failed("git", `${name} names more than one thing in this repository. Write ${which} as the ref to say which.`);
}

/** Where git looks for a short name, in this order. */
const COMPLETIONS = ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];

/** Without a control character; a NUL cannot even be passed on. */
function isSpeakable(ref: string): boolean {
  return ref !== "" && !/[\u0000-\u001f\u007f]/.test(ref);
}

function resolve(place: GitPlace, expression: string, call: Call): Promise<GitOutcome> {
  // Only where it is needed: git before 2.30 does not know the marker, and then finds no ref, which is the right answer.
  const marker = expression.startsWith("-") ? ["--end-of-options"] : [];
  return runGit(place, ["rev-parse", "--verify", "--quiet", ...marker, expression], LINE_CAP, call);
}

function nameIn(outcome: GitOutcome): Sha | null {
  if (outcome.ended !== "exit" || outcome.code !== 0) return null;
  const text = outcome.stdout.toString("latin1").trim();
  return isObjectName(text) ? text : null;
}

async function explain(place: GitPlace, ref: string, call: Call): Promise<Refusal> {
  const named = nameIn(await resolve(place, ref, call));
  if (named !== null) return explainObject(place, ref, named, call);
  const refs = await runGit(place, ["for-each-ref", "--format=%(refname)"], REFS_CAP, call);
  if (refs.ended === "too-large") return NO_REF;
  if (refs.ended !== "exit" || refs.code !== 0) return gitFailure(refs, "The list of branches and tags");
  const broken = [...refs.stderr.matchAll(/ignoring broken ref (\S+)/g)].map((match) => match[1] ?? "");
  if (broken.some((name) => ref === "HEAD" || name === ref || name.endsWith(`/${ref}`))) {
    return failed("git", `What ${ref} names is damaged in this copy of the repository. "git fsck" says more.`);
  }
  if (refs.stdout.length > 0 || ref === "HEAD") return refs.stdout.length > 0 ? NO_REF : NO_COMMITS;
  // A detached HEAD has commits without any branch or tag.
  return nameIn(await resolve(place, "HEAD^{commit}", call)) === null ? NO_COMMITS : NO_REF;
}

/** The ref names an object that is no commit as it stands: another kind of object, or one that is not here. */
async function explainObject(place: GitPlace, ref: string, name: Sha, call: Call): Promise<Refusal> {
  const kind = await runGit(place, ["cat-file", "-t", name], LINE_CAP, call);
  const word = kind.ended === "exit" && kind.code === 0 ? kind.stdout.toString("latin1").trim() : null;
  if (word === "tree" || word === "blob") return NO_REF;
  return gitFailure(kind, `The commit that ${ref} names`);
}
