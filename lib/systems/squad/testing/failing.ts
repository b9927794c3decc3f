import type { Standings } from "../standings";

/** Whether anything of a squad could not be read at the last look. */
export function isFailing({ registry, origins, threads, cards }: Standings): boolean {
  return [registry, origins, cards, ...threads.values()].some(({ failing }) => failing !== null);
}
