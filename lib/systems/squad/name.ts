import type { SquadSettings } from "./settings";
import type { Standings } from "./standings";

/** The name that bindings must give: as the source spells it where it says so, else as configured. */
export function nameIn({ live }: Pick<Standings, "live">, settings: SquadSettings): string {
  return live?.name.fullName ?? settings.repository;
}
