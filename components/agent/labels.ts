import type { LifeEvent } from "./life";

/** A word under a life line: where, and in which row, so that no two touch. */
export interface Label {
  readonly at: number;
  readonly text: string;
  readonly row: number;
  readonly anchor: "start" | "middle" | "end";
}

/** Words nearer than this, in percent of the line, would touch on a narrow screen. */
const NEAR = 15;

/** One label for each place on the line; events at one place share theirs. */
export function labelsOf(events: readonly LifeEvent[]): Label[] {
  const places = new Map<number, string[]>();
  for (const { at, what } of events) places.set(at, [...(places.get(at) ?? []), what]);
  const ends: number[] = [];
  return [...places].map(([at, words]) => {
    let row = ends.findIndex((end) => at - end >= NEAR);
    if (row < 0) row = ends.length;
    ends[row] = at + (words.length - 1) * NEAR;
    return { at, text: words.join(", "), row, anchor: at < 8 ? "start" : at > 90 ? "end" : "middle" };
  });
}
