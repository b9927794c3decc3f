/** A point of a time axis: where it stands, in percent of the axis, and how wide its step is. */
export interface Tick {
  readonly at: number;
  readonly width: number;
  readonly label: string;
}

export interface Axis {
  /** Milliseconds since 1970, both ends. */
  readonly start: number;
  readonly end: number;
  readonly ticks: readonly Tick[];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
/** Steps of an axis, in months. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000, 60000, 120000] as const;

/**
 * A time axis of whole months in UTC that holds every instant given, with at most `most` steps. Steps of several months begin where
 * their multiple of the calendar does, so that every year that fits has its January.
 * @param instants milliseconds since 1970; without any, the axis is null
 */
export function makeAxis(instants: readonly number[], most = 10): Axis | null {
  const known = instants.filter(Number.isFinite);
  if (known.length === 0) return null;
  const first = monthOf(Math.min(...known));
  const last = monthOf(Math.max(...known));
  const step = STEPS.find((months) => last / months - first / months < most - 1) ?? 120000;
  const from = Math.floor(first / step) * step;
  const to = (Math.floor(last / step) + 1) * step;
  const start = startOf(from);
  const end = startOf(to);
  const years = Math.floor(from / 12) !== Math.floor((to - 1) / 12);
  const ticks: Tick[] = [];
  for (let month = from; month < to; month += step) {
    const at = place(start, end, startOf(month));
    ticks.push({ at, width: place(start, end, startOf(month + step)) - at, label: labelOf(month, step, years) });
  }
  return { start, end, ticks };
}

/** Where an instant stands on an axis, in percent from 0 to 100, to two places. */
export function placeOn(axis: Axis, instant: number): number {
  return Math.min(100, Math.max(0, place(axis.start, axis.end, instant)));
}

function place(start: number, end: number, instant: number): number {
  return Math.round(((instant - start) / (end - start)) * 10_000) / 100;
}

/** Months since year 0, in UTC. */
function monthOf(instant: number): number {
  const date = new Date(instant);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function startOf(month: number): number {
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return date.getTime();
}

function labelOf(month: number, step: number, years: boolean): string {
  const year = Math.floor(month / 12);
  if (step >= 12) return String(year);
  const inYear = ((month % 12) + 12) % 12;
  return years && inYear === 0 ? String(year) : (MONTHS[inYear] ?? "");
}
