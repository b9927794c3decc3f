import type { Statement } from "../document-types";
import type { Squad } from "../judge";
import { REGISTRY_PATH } from "../standings";
import { gitHubStatement, gitHubWorkStatement } from "./statements-github";

const NOT_FOUND = 404;
const NOTHING_SHOWN = "No name, picture or binding is shown from anywhere else.";

/** What to say where there is no roster: what happened, what it means, what to do. null for complete and partial. */
export function registryStatement(squad: Squad): Statement | null {
  const own = squad.settings.webUrl === null ? null : gitHubStatement(squad);
  if (own !== null) return own;
  switch (squad.outcome) {
    case "complete":
    case "partial":
      return null;
    case "reading":
      return squad.detail === ""
        ? say(
            "reading",
            "The registry is being read",
            "Until the first answer Muster says nothing about who is here.",
            "Nothing to do: this page fills by itself.",
          )
        : say(
            "unreadable",
            "The registry could not be read yet",
            `${squad.detail} Nothing has been read before, so nothing can be shown.`,
            "Put the cause right. Muster tries again by itself.",
          );
    case "no-access":
      return say(
        "no-access",
        isThere(squad) ? "Muster may not read this repository" : "There is no repository in this place",
        `${squad.detail} ${NOTHING_SHOWN} Nothing of an earlier copy is shown either.`,
        isThere(squad)
          ? "Check the folder that the configuration names and who may read it."
          : "Correct the directory in the configuration, or put the repository there.",
      );
    case "missing":
      return missing(squad.detail, squad.pin?.kind === "worktree" ? "in this folder" : "at this commit");
    case "legacy":
      return say(
        "legacy",
        "The registry is in the older format",
        "It has no schema, so it identifies nobody. It is not broken: the producer can migrate it when every record is ready.",
        "See below what each record still needs, then let the producer publish the registry anew.",
      );
    case "expired":
      return say(
        "expired",
        "The last good copy is too old",
        `It could not be confirmed within the configured time. ${squad.detail} ${NOTHING_SHOWN}`,
        "Put the cause right, or allow a longer age with staleHours.",
      );
    case "unfit":
      return say(
        "unfit",
        "The registry is not a plain file",
        `${squad.detail} Links and the like are not followed. ${NOTHING_SHOWN}`,
        `Commit a regular file at ${REGISTRY_PATH}.`,
      );
    case "refused":
      return refused(squad);
    case "held":
      if (squad.held?.baseline.facts === null)
        return say(
          "held",
          "The repository is held, and no registry was accepted yet",
          `An operator accepted another repository under this name, and it answers no more. No complete registry of it was read. ${NOTHING_SHOWN}`,
          "See under Held which repository answers now. It can be accepted there, or the name put right.",
        );
      return say(
        "held",
        "The registry is held, and the accepted one cannot be shown here",
        `What the repository gives now does not follow the registry that was accepted last. That one was read with another credential, so nothing of it is shown to this one. ${NOTHING_SHOWN}`,
        "See under Held what moved. It can be accepted there, or put right in the repository.",
      );
  }
}

/** What stands in two or three words where there is no registry; null: the outcome's own words do. */
export function nothingSaid(squad: Squad): string | null {
  if (squad.outcome === "no-access" && squad.settings.webUrl === null && !isThere(squad)) return "nothing there";
  if (squad.outcome !== "missing") return null;
  return squad.detail === "commits" ? "no commits yet" : squad.detail === "ref" ? "ref missing" : null;
}

/** False where a place was named and nothing, or no folder, is there: that is no question of who may read it. */
function isThere({ denied }: Squad): boolean {
  return denied !== NOT_FOUND;
}

function missing(what: string, where: string): Statement {
  if (what === "commits")
    return say(
      "missing-commits",
      "The repository has no commits yet",
      `So it has no registry. ${NOTHING_SHOWN}`,
      `Commit a registry at ${REGISTRY_PATH}.`,
    );
  if (what === "ref")
    return say(
      "missing-ref",
      "The configured branch or commit does not exist",
      `So there is nothing to read. ${NOTHING_SHOWN}`,
      "Correct ref in the configuration, or create the branch.",
    );
  return say(
    "missing",
    "There is no registry in this repository",
    `${REGISTRY_PATH} does not exist ${where}. ${NOTHING_SHOWN}`,
    "Publish a registry there, or take the repository out of the configuration.",
  );
}

function refused(squad: Squad): Statement {
  const older = squad.verdict?.diagnostics.some(({ code }) => code.includes("older-shape")) ?? false;
  return older
    ? say(
        "older-shape",
        "The registry has an older shape without IDs",
        `It lists agents without stable IDs, so it identifies nobody. It is not broken. ${NOTHING_SHOWN}`,
        "Let the producer publish a registry with an object of agents, one member for each ID.",
      )
    : say(
        "refused",
        "The registry is refused",
        `The file as a whole breaks the contract, so no record of it counts. ${NOTHING_SHOWN}`,
        "Mend what is listed below. Muster reads the file again by itself.",
      );
}

/** Why no work resolves, or why there is none; null where work speaks for itself. */
export function workStatement(squad: Squad): Statement | null {
  if (squad.settings.webUrl !== null && squad.threads.length === 0) return gitHubWorkStatement(squad);
  if (squad.threads.length === 0 && squad.threadsFault !== null) {
    const { code, message, mend } = squad.threadsFault;
    return say(code, "The exported threads cannot be read", `${message} So no task is known, and none is shown.`, mend);
  }
  if (squad.threads.length === 0) {
    return say(
      "no-goals",
      "No goals are known",
      "Muster reads which agent does which task from the activation comments of goal issues. None has been given to it for this repository.",
      "Export the comments of your goal issues into a folder and name it as threads in the configuration.",
    );
  }
  if (squad.outcome === "complete") return null;
  if (squad.outcome === "partial") {
    return say(
      "identity-incomplete",
      "No task is shown with an agent while the registry is incomplete",
      "The artifacts below were read and judged, but a partial registry cannot say for certain who a binding means.",
      "Mend the excluded records; the work resolves again by itself.",
    );
  }
  return say(
    "identity-unavailable",
    "No task is shown with an agent while the registry is unavailable",
    "The artifacts below were read and judged, but there is no complete registry to look their IDs up in.",
    "See the roster for what is wrong with the registry.",
  );
}

function say(code: string, title: string, meaning: string, next: string): Statement {
  return { code, title, meaning: meaning.replace(/\s+/g, " ").trim(), next };
}
