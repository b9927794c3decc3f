/**
 * One figure. `limit`: at most or at least so much; without one it is only told.
 * @typedef {{ name: string, value: number, unit: string, limit?: { most?: number, least?: number }, detail?: string, digits?: number }} Figure
 */

/** @param {Figure} figure */
export function holds({ value, limit }) {
  if (limit === undefined) return true;
  return value <= (limit.most ?? Infinity) && value >= (limit.least ?? -Infinity);
}

/** Name, measured, limit, verdict; then how it came about. @param {Figure} figure */
export function line(figure) {
  const { name, value, unit, limit, detail, digits = 2 } = figure;
  const said =
    limit === undefined
      ? ""
      : `  ${limit.most === undefined ? "≥" : "≤"} ${limit.most ?? limit.least}  ${holds(figure) ? "ok" : "OVER"}`;
  return `${name}: ${value.toFixed(digits)} ${unit}${said}${detail ? `  (${detail})` : ""}`;
}
