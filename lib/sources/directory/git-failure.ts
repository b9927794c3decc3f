import { CALLED_OFF, failed, type Refusal } from "../shared/call";
import type { GitOutcome } from "./git-run";

/** What git says (in the C locale) about a failure, and how people are told. Its own words name paths of the machine. */
const SAYINGS: readonly (readonly [RegExp, (what: string) => string])[] = [
  [
    /lazy fetching disabled|could not fetch|transport '.*' not allowed/,
    (what) =>
      `${what} is not in this copy of the repository (a partial clone), and nothing is fetched for it. Fetch it once with git.`,
  ],
  [
    /unknown repository extension|Expected git repo version|unknown object format|unknown ref storage/i,
    () => "The repository uses a format that the installed git does not know. A newer git can read it.",
  ],
  [
    /bad (?:\w+ )?config|bad \w+ config value/i,
    () => "The repository's own git configuration is damaged, so git refuses to read it.",
  ],
  [
    /not a git repository|invalid gitfile|gitfile/i,
    () => "The configured directory is not a git repository that git can read.",
  ],
  [
    /corrupt|inflate|unable to unpack|hash mismatch|garbage|bad object header/i,
    (what) => `${what} is damaged in this copy of the repository. "git fsck" says more.`,
  ],
  [/permission denied/i, (what) => `${what} could not be read: the permission is missing.`],
];

/**
 * The answer for a git command that did not succeed.
 * @param what the thing that was looked for, to begin a sentence with
 */
export function gitFailure(outcome: GitOutcome, what: string): Refusal {
  switch (outcome.ended) {
    case "stopped":
      return CALLED_OFF;
    case "no-program":
      return failed("git", "The git program was not found where Muster runs, so the repository cannot be read.");
    case "not-started":
      return failed("git", "The git program could not be started.");
    case "too-large":
      return failed("too-large", `${what} is larger than is read.`);
    case "exit":
      break;
  }
  const saying = SAYINGS.find(([pattern]) => pattern.test(outcome.stderr));
  return failed(
    "git",
    saying ? saying[1](what) : `${what} is missing from this copy of the repository, or git could not read it.`,
  );
}
