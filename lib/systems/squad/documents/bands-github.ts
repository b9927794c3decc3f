import type { Band } from "../document-types";
import type { SquadState } from "../squad";

/** What qualifies a repository that is read from GitHub, worst first. */
export function gitHubBands(state: SquadState): Band[] {
  return [renamed(state), comments(state), discovery(state)].filter((band) => band !== null);
}

/** "the answer's full_name is the name bindings must give". Letter case alone is no rename, but it counts in bindings. */
function renamed({ squad }: SquadState): Band | null {
  const { name, settings } = squad;
  if (name === settings.repository) return null;
  if (name.toLowerCase() === settings.repository.toLowerCase())
    return {
      code: "renamed",
      tone: "plain",
      title: `GitHub spells it ${name}`,
      text: "Bindings must name the repository exactly so, letter case included. Write it so in the configuration too.",
    };
  return {
    code: "renamed",
    tone: "part",
    title: `Renamed to ${name}`,
    text: `The configuration still says ${settings.repository}. GitHub leads from there to the new name, and bindings that name the old one are refused. Write the new name in the configuration.`,
  };
}

/** Identity stands, and of work nobody can say anything, or only what was read before. */
function comments({ squad, standings }: SquadState): Band | null {
  if (squad.threadsFault !== null && squad.outcome !== "no-access" && squad.outcome !== "reading")
    return {
      code: "comments",
      tone: "part",
      title: "No access to the work",
      text: `${squad.threadsFault.message} The registry is not affected.`,
    };
  const failing = standings.origins.failing;
  if (failing === null || standings.origins.answered === null || standings.registry.failing !== null) return null;
  return {
    code: "comments",
    tone: "earlier",
    title: "New comments could not be read",
    text: `${failing.detail} Goals are shown as they were last read.`,
  };
}

/** "Until the feed has been read to its start Work says discovery running, n read." */
function discovery({ standings, squad }: SquadState): Band | null {
  const at = standings.live?.feed.discovery;
  if (at === undefined || !squad.discovering || squad.replacedBy !== null || squad.threadsFault !== null) return null;
  const read = at.read.toLocaleString("en-GB");
  const why = at.failing === null ? "" : ` It did not go on at the last try: ${at.failing}`;
  return at.state === "checking"
    ? {
        code: "discovery",
        tone: "plain",
        title: `Discovery running, ${read} comments read`,
        text: `All of them are read once; they are gone over again, in case one was missed while another was deleted.${why}`,
      }
    : {
        code: "discovery",
        tone: "plain",
        title: `Discovery running, ${read} comments read`,
        text: `Older comments are still being read, so there may be goals that are not listed yet.${why}`,
      };
}
