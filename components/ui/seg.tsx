import type { Option } from "./pick";

/** Two or three ways to see the same thing, one of them on. */
export function Seg(props: {
  label: string;
  value: string;
  options: readonly Option[];
  onPick: (value: string) => void;
}) {
  return (
    <span className="seg" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onPick(option.value)}
        >
          {option.text}
        </button>
      ))}
    </span>
  );
}
