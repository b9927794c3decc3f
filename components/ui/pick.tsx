import { useMemo } from "react";
import { Icon } from "./icon";
import { visible } from "./visible";

export interface Option {
  readonly value: string;
  readonly text: string;
}

/** One choice of a list: a native select with its label before it. The first option is what stands when nothing is chosen. */
export function Pick(props: {
  label: string;
  value: string;
  options: readonly Option[];
  onPick: (value: string) => void;
}) {
  const chosen = props.options[0]?.value !== props.value;
  // Two lists of two hundred roles are not gone through again at every letter in the field beside them.
  const options = useMemo(
    () =>
      props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {visible(option.text)}
        </option>
      )),
    [props.options],
  );
  return (
    <label className={chosen ? "pick set" : "pick"}>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onPick(event.target.value)}>
        {options}
      </select>
      <Icon name="down" />
    </label>
  );
}
