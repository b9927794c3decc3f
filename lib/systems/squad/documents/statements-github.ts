import type { Statement } from "../document-types";
import type { Squad } from "../judge";

const NOTHING_SHOWN = "No name, picture or binding is shown from anywhere else.";
const GONE = "Nothing of an earlier copy is shown either.";

/** What to say where GitHub gives no registry, in the words of a repository that is read there; null: the usual words fit. */
export function gitHubStatement(squad: Squad): Statement | null {
  switch (squad.outcome) {
    case "no-access":
      return noAccess(squad);
    case "missing":
      return squad.detail === "ref"
        ? say(
            "missing-ref",
            "The configured branch, tag or commit does not exist",
            `So there is nothing to read. ${NOTHING_SHOWN}`,
            "Correct ref in the configuration, or create the branch.",
          )
        : null;
    case "expired":
      return say(
        "expired",
        "The last good copy is too old",
        `It could not be confirmed within the configured time. ${squad.detail} ${NOTHING_SHOWN}`,
        "Put the cause right: see whether GitHub is reachable and the token is valid. Or allow a longer age with staleHours.",
      );
    default:
      return null;
  }
}

function noAccess({ denied, detail, help }: Squad): Statement {
  const meaning = `${detail} ${NOTHING_SHOWN} ${GONE}`;
  if (denied === 401)
    return say(
      "no-access-token",
      "GitHub does not accept the token",
      meaning,
      "Check the token that Muster was started with, and which GitHub it is of. If it has expired, make a new one that reads Contents and Issues. Then start Muster again.",
    );
  if (denied === 404)
    return say(
      "no-access",
      "Muster finds no repository here that it may read",
      meaning,
      "See whether the name in the configuration is right, and whether the token may read Contents and Issues of this repository. If every repository says this, see whether apiUrl is right.",
    );
  if (denied === 451)
    return say(
      "no-access-legal",
      "GitHub withholds this repository",
      meaning,
      "Nothing can be done here. Take it out of the configuration.",
    );
  if (help !== null)
    return {
      ...say(
        "no-access-sign-on",
        "Single sign-on keeps the token out",
        meaning,
        "Authorise the token for the organisation, then look again.",
      ),
      help,
    };
  return say(
    "no-access",
    "Muster may not read this repository",
    meaning,
    "Let the token read Contents and Issues of this repository.",
  );
}

/** Why there is no work to show on GitHub; null where work speaks for itself. */
export function gitHubWorkStatement(squad: Squad): Statement | null {
  if (squad.threads.length > 0) return null;
  if (squad.outcome === "reading" || squad.outcome === "no-access" || squad.outcome === "missing")
    if (squad.pin === null)
      return say(
        "work-unknown",
        "Nothing is known of any work",
        `Comments are read once the repository itself can be. ${squad.detail}`,
        "See the roster for what is wrong and what mends it.",
      );
  if (squad.outcome === "held" && squad.replacedBy !== null)
    return say(
      "work-held",
      "Nothing is known of any work",
      "Another repository answers under the name, and none of its comments are read. What was read of the first one was read with another credential.",
      "See under Held what moved. It can be accepted there, or the name put right on GitHub.",
    );
  if (squad.threadsFault !== null) {
    const { code, message, mend } = squad.threadsFault;
    return say(
      code,
      "The repository’s comments cannot be read",
      `${message} So no task is known, and none is shown.`,
      mend,
    );
  }
  if (squad.discovering)
    return say(
      "discovery-running",
      "No goal was found yet",
      "Muster is still reading the repository’s older comments. A goal that was activated earlier shows when it comes to it.",
      "Nothing to do: this page fills by itself.",
    );
  if (squad.issuesOff)
    return say(
      "issues-off",
      "This repository has no issues",
      "They are switched off on GitHub, so there is no goal and no task to show.",
      "Nothing to do, unless goals are expected here: then switch issues on.",
    );
  return say(
    "no-goals",
    "No goals are known",
    "All comments of the repository were read, and none by a trusted account carries an activation artifact. So no task is bound to anybody.",
    `Trusted here: ${trusted(squad)}. Activate a plan, or name the account that posts the artifacts as trust in the configuration.`,
  );
}

function say(code: string, title: string, meaning: string, next: string): Statement {
  return { code, title, meaning: meaning.replace(/\s+/g, " ").trim(), next };
}

function trusted({ settings }: Squad): string {
  return settings.trust.map(({ id, type }) => `account ${id} (${type})`).join(", ") || "nobody";
}
