import { type Axis, placeOn } from "./axis";

/** The names of an axis' steps, above the bars. Places are percentages of the width. */
export function AxisHead({ axis }: { axis: Axis }) {
  return (
    <svg className="axis" aria-hidden="true">
      {axis.ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={percent(at)} x2={percent(at)} y1="0" y2="100%" />
          <text x={percent(at)} dx="4" y="12">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The lines of an axis' steps, behind a bar. */
export function Grid({ axis }: { axis: Axis }) {
  return axis.ticks
    .filter(({ at }) => at > 0)
    .map(({ at }) => <line key={at} className="gl" x1={percent(at)} x2={percent(at)} y1="0" y2="100%" />);
}

/** How long somebody served, with a dagger at the end. */
export function ServiceBar(props: { axis: Axis; from: number; to: number; label: string }) {
  const { axis } = props;
  const from = placeOn(axis, props.from);
  const to = placeOn(axis, props.to);
  return (
    <svg className="track" role="img" aria-label={props.label}>
      <Grid axis={axis} />
      {to > from && <rect className="bar-s" x={percent(from)} width={percent(to - from)} y="50%" height="10" />}
      <text className="end" x={percent(to)} dx={to > 97 ? "-4" : "4"} y="50%" textAnchor={to > 97 ? "end" : "start"}>
        †
      </text>
    </svg>
  );
}

export function percent(place: number): string {
  return `${Math.round(place * 100) / 100}%`;
}
