"use client";

import { useMemo } from "react";
import type { AgentRow } from "@/lib/api/documents";
import { AxisHead, Grid, percent } from "../tombstones/service-bar";
import { date } from "../ui/format";
import { useNow } from "../ui/now";
import { labelsOf } from "./labels";
import { lifeOf, type Stretch } from "./life";

const WORDS = { recorded: "On record", active: "Active", inactive: "Inactive", retired: "† Retired" } as const;
/** A stretch narrower than this, in percent, has no room for its word. */
const ROOM = 16;

/** What one registry says of a life: three dated moments, and the status since the last change. It invents nothing between. */
export function LifeLine({ agent }: { agent: AgentRow }) {
  const now = useNow();
  const life = useMemo(() => lifeOf(agent, now), [agent, now]);
  if (life === null) return null;
  const labels = labelsOf(life.events);
  const rows = Math.max(1, ...labels.map(({ row }) => row + 1));
  return (
    <section className="part">
      <h2>Life line</h2>
      <div className="life" role="img" aria-label={spoken(agent)}>
        <AxisHead axis={life.axis} />
        <svg className={rows > 1 ? "line tall" : "line"} aria-hidden="true">
          <svg height="28">
            <Grid axis={life.axis} />
            {life.stretches.map((stretch) => (
              <Bar key={stretch.kind} stretch={stretch} />
            ))}
          </svg>
          {labels.map(({ at, text, row, anchor }) => (
            <g key={at} className="tick">
              <line x1={percent(at)} x2={percent(at)} y1="28" y2={33 + row * 14} />
              <text x={percent(at)} y={44 + row * 14} textAnchor={anchor}>
                {text}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <p className="sub told">
        One registry dates a record’s creation
        {agent.status === "retired" ? ", its last change and its retirement" : " and its last change"}. What happened in
        between is not in it.
      </p>
    </section>
  );
}

function Bar({ stretch: { kind, from, to } }: { stretch: Stretch }) {
  const y = kind === "active" ? "26" : "27";
  return (
    <g className={`seg-l ${kind}`}>
      <rect x={percent(from)} width={percent(to - from)} y="0" height="28" />
      <line x1={percent(from)} x2={percent(to)} y1={y} y2={y} />
      <Word kind={kind} from={from} to={to} />
    </g>
  );
}

/** The word of a stretch stands in it; where that is too narrow, beside it, on the side that has room. */
function Word({ kind, from, to }: Stretch) {
  if (to - from >= ROOM)
    return (
      <text x={percent(from)} dx="8" y="18">
        {WORDS[kind]}
      </text>
    );
  if (kind === "recorded") return null;
  if (to <= 100 - ROOM)
    return (
      <text className="aside" x={percent(to)} dx="6" y="18">
        {WORDS[kind]}
      </text>
    );
  if (from < 2 * ROOM) return null;
  return (
    <text className="aside" x={percent(from)} dx="-6" y="18" textAnchor="end">
      {WORDS[kind]}
    </text>
  );
}

function spoken(agent: AgentRow): string {
  const moments = [`Created ${date(agent.createdAt)}`, `last changed ${date(agent.updatedAt)}`];
  if (agent.retiredAt !== null) moments.push(`retired ${date(agent.retiredAt)}`);
  return `${moments.join(", ")}. Status in this registry: ${agent.status}.`;
}
