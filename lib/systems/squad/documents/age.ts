import type { Millis } from "@/lib/contracts/core/look";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in two units at most: "12 s", "4 min", "3 h 12 min", "2 d 5 h". Never negative. */
export function ageText(millis: Millis): string {
  const span = Math.max(0, millis);
  if (span < MINUTE) return `${Math.floor(span / 1_000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return two(span, HOUR, "h", MINUTE, "min");
  return two(span, DAY, "d", HOUR, "h");
}

function two(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${largeName}${rest === 0 ? "" : ` ${rest} ${smallName}`}`;
}
