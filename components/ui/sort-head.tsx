import { Icon } from "./icon";
import type { Sort } from "./sort";

/** A column head that sorts. Pressing the one that is on turns its direction. */
export function SortHead<K extends string>(props: {
  column: K;
  sort: Sort<K>;
  onSort: (sort: Sort<K>) => void;
  children: string;
  className?: string;
  /** The direction of the first press. */
  downFirst?: boolean;
}) {
  const { column, sort } = props;
  const on = sort.key === column;
  return (
    <th
      scope="col"
      role="columnheader"
      className={props.className}
      aria-sort={on ? (sort.down ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        onClick={() => props.onSort({ key: column, down: on ? !sort.down : props.downFirst === true })}
      >
        {props.children}
        {on && <Icon name="up" className={sort.down ? "sorted flip" : "sorted"} />}
      </button>
    </th>
  );
}
