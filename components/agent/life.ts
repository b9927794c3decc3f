import type { AgentRow } from "@/lib/api/documents";
import { makeAxis, placeOn, type Axis } from "../tombstones/axis";
import { instantOf } from "../tombstones/span";

/** One stretch of a life line, in percent of its axis. */
export interface Stretch {
  readonly kind: "recorded" | "active" | "inactive" | "retired";
  readonly from: number;
  readonly to: number;
}

/** An event that the record dates. */
export interface LifeEvent {
  readonly what: "created" | "updated" | "retired";
  readonly member: "created_at" | "updated_at" | "retired_at";
  readonly written: string;
  readonly instant: number;
  readonly at: number;
}

export interface Life {
  readonly axis: Axis;
  readonly stretches: readonly Stretch[];
  readonly events: readonly LifeEvent[];
}

/**
 * What one registry says of a life. A record dates its creation, its last change and its retirement, and nothing between: the status of
 * today is drawn from the last change on, since a later one would have moved it; what lies before is drawn as recorded only.
 * @param now milliseconds since 1970: the axis ends with its month
 */
export function lifeOf(agent: AgentRow, now: number): Life | null {
  const created = instantOf(agent.createdAt);
  const updated = instantOf(agent.updatedAt);
  const retired = instantOf(agent.retiredAt);
  const axis = makeAxis([created, updated, retired, now]);
  if (axis === null) return null;
  const end = Math.max(placeOn(axis, now), placeOn(axis, updated));
  const turn = placeOn(axis, agent.status === "retired" ? retired : updated);
  const first: Stretch = { kind: "recorded", from: placeOn(axis, created), to: turn };
  const last: Stretch = { kind: agent.status, from: turn, to: end };
  return { axis, stretches: [first, last].filter(({ from, to }) => to > from), events: events(agent, axis) };
}

function events(agent: AgentRow, axis: Axis): LifeEvent[] {
  const dated = [
    { what: "created", member: "created_at", written: agent.createdAt },
    { what: "retired", member: "retired_at", written: agent.retiredAt ?? "" },
    { what: "updated", member: "updated_at", written: agent.updatedAt },
  ] as const;
  return dated
    .filter(({ written }) => written !== "")
    .map((event) => ({ ...event, instant: instantOf(event.written), at: placeOn(axis, instantOf(event.written)) }))
    .sort((a, b) => a.instant - b.instant);
}
