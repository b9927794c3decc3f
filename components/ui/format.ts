/** How numbers, ages and instants are written: fixed en-US and UTC, the same on every machine. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTH = 30.4375 * DAY;
const YEAR = 365.25 * DAY;
/** Clocks differ by so much before a time counts as lying in the future. */
const SKEW = 5 * MINUTE;
/** An age beyond this is no age but a clock that was never set. */
const OLDEST = 20 * YEAR;

/** A duration in its one best unit: `12 s`, `5 min`, `3 h`, `9 d`, `6 wk`, `8 mo`, `3 yr`. Negative ones count as 0. */
export function span(millis: number): string {
  const ms = Math.max(0, millis);
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  if (ms < 2 * WEEK) return `${Math.floor(ms / DAY)} d`;
  if (ms < 9 * WEEK) return `${Math.floor(ms / WEEK)} wk`;
  if (ms < 2 * YEAR) return `${Math.floor(ms / MONTH)} mo`;
  return `${Math.floor(ms / YEAR)} yr`;
}

/** The age of an instant, or null where an age would mislead: in the future, or before such records existed. */
export function age(instant: number, now: number): string | null {
  const ms = now - instant;
  return ms < -SKEW || ms > OLDEST || Number.isNaN(ms) ? null : span(ms);
}

/** `2026-09-15 20:00:00 UTC`, with milliseconds where there are some; the text as written where it is no time. */
export function utc(written: string): string {
  const ms = Date.parse(written);
  if (Number.isNaN(ms)) return written;
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, ms % SECOND === 0 ? 19 : 23)} UTC`;
}

/** `2026-09-15` in UTC; the text as written where it is no time. */
export function date(written: string): string {
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? written : new Date(ms).toISOString().slice(0, 10);
}

/** For `<time dateTime>`: the instant in UTC, or undefined where it is no time. */
export function machineTime(written: string): string | undefined {
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** `12,345`. */
export function number(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `1 record`, `3 records`, `1 entry`, `2 entries`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** `106–118`, or `106` for one line. */
export function lineRange(lines: { readonly first: number; readonly last: number }): string {
  return lines.first === lines.last ? String(lines.first) : `${lines.first}–${lines.last}`;
}

/** `5,628 bytes`. */
export function bytes(n: number): string {
  return count(n, "byte");
}

/** The first seven digits, as people name commits and blobs in running text. */
export function short(sha: string): string {
  return sha.slice(0, 7);
}
