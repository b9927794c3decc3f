import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { SquadState } from "@/lib/systems/squad/squad";
import { log } from "./log";

/** One line for a look that changed something: the snapshot, or whether the source can be read. */
export function tellLook(repository: string, before: SquadState, after: SquadState, millis: Millis): void {
  const { squad, standings } = after;
  const failing = standings.registry.failing;
  const said = { repository, snapshot: squad.id.slice(0, 12), millis };
  if (squad.id !== before.squad.id) {
    const held = squad.held === null ? {} : { held: squad.held.findings.map(({ code }) => code) };
    const found = { registry: squad.outcome, work: squad.work.state, look: standings.last.registry?.answer };
    log.info({ ...said, ...found, ...held }, "A look changed the snapshot");
  } else if ((failing === null) !== (before.standings.registry.failing === null)) {
    if (failing === null) log.info(said, "The repository can be read again");
    else log.warn({ ...said, cause: failing.cause, detail: failing.detail }, "A look failed; the last answer stands");
  }
}
