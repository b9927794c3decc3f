import type { Band } from "../document-types";
import type { SquadState } from "../squad";

/** What qualifies a repository that is read from GitHub, worst first. */
export function gitHubBands(state: SquadState): Band[] {
  return [replaced(state), rollback(state), renamed(state), comments(state), discovery(state)].filter(
    (band) => band !== null,
  );
}

/** "a changed numeric repository ID": a name is a label too, and can come to name something else. */
function replaced({ standings, firstId, squad }: SquadState): Band | null {
  const { live } = standings;
  if (live === null || firstId === null) return null;
  if (live.replacedBy !== null)
    return {
      code: "replaced",
      tone: "part",
      title: "Another repository answers under this name",
      text: `GitHub gave number ${live.name.id} before and gives ${live.replacedBy.id} now. What is shown is the last registry and the last threads of the first one; nothing of the other is taken. Starting Muster again accepts the other repository.`,
    };
  if (live.name.id === firstId) return null;
  return {
    code: "replaced",
    tone: "part",
    title: "This is another repository than before",
    text: `Under the name ${squad.settings.repository} GitHub gave number ${firstId} before and gives ${live.name.id} now. Everything shown is of the new one.`,
  };
}

/** A force-push can take a registry back. It is said; what it means is for people to judge. */
function rollback({ peak, squad }: SquadState): Band | null {
  if (peak === null || squad.verdict?.verdict !== "complete") return null;
  const { revision } = squad.verdict.registry;
  if (revision > peak.revision) return null;
  if (revision < peak.revision)
    return {
      code: "rollback",
      tone: "part",
      title: `The registry went back from revision ${peak.revision} to ${revision}`,
      text: "Muster has seen a newer complete registry than the one that is there now. It may have been taken back on purpose, or a push may have undone it.",
    };
  if (squad.file === null || squad.file.sha256 === peak.sha256) return null;
  return {
    code: "rollback",
    tone: "part",
    title: `Revision ${revision} was published twice`,
    text: "The registry has other bytes than the one that Muster first saw under this revision. A change should come with a revision of its own.",
  };
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
