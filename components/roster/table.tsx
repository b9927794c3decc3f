import { useRef, type KeyboardEvent } from "react";
import { useEvidenceLinks } from "@/components/ui/evidence-context";
import { Hurry } from "@/components/ui/hurry";
import { useFollow } from "@/components/ui/page-link";
import type { Sort } from "@/components/ui/sort";
import { SortHead } from "@/components/ui/sort-head";
import { useWindowRows } from "@/components/ui/window-rows";
import type { AgentRow } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { RosterRow } from "./row";
import type { SortKey } from "./select";

/** The roster as a table. Of a long one only the rows near the screen exist; `all` is how many there are. */
export function RosterTable(props: {
  repository: string;
  rows: readonly AgentRow[];
  all: number;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { open } = useEvidenceLinks();
  const follow = useFollow();
  const { repository, rows } = props;
  const { first, last, hurried } = useWindowRows(body, rows.length);
  const whole = first === 0 && last >= rows.length;
  return (
    <table className={whole ? "tbl roll" : "tbl roll long"} role="table" aria-rowcount={props.all + 1}>
      <caption className="vh">Roster of {repository}</caption>
      <Head sort={props.sort} onSort={props.onSort} />
      <tbody role="rowgroup" ref={body} data-hurried={hurried ? "" : undefined} onKeyDown={walk} onClick={follow}>
        <Hurry value={hurried}>
          {rows.slice(first, last).map((agent, i) => (
            <RosterRow
              key={agent.id}
              repository={repository}
              agent={agent}
              index={first + i + 2}
              selected={open !== null && open === address.record(agent.id)}
            />
          ))}
        </Hurry>
      </tbody>
    </table>
  );
}

function Head({ sort, onSort }: { sort: Sort<SortKey>; onSort: (sort: Sort<SortKey>) => void }) {
  const head = { sort, onSort };
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <th scope="col" role="columnheader" className="avc">
          <span className="vh">Avatar</span>
        </th>
        <SortHead {...head} column="name">
          Name
        </SortHead>
        <SortHead {...head} column="id">
          ID
        </SortHead>
        <SortHead {...head} column="role">
          Role
        </SortHead>
        <SortHead {...head} column="universe">
          Universe
        </SortHead>
        <SortHead {...head} column="status">
          Status
        </SortHead>
        <SortHead {...head} column="since" className="num">
          Since
        </SortHead>
        <SortHead {...head} column="tasks" className="num" downFirst>
          Tasks
        </SortHead>
        <SortHead {...head} column="lines" className="ln">
          Lines
        </SortHead>
      </tr>
    </thead>
  );
}

/** Arrow keys move from a row's link to the same link of the next row. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const row = link?.closest("tr");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const place = link?.closest("th, td")?.className.split(" ")[0];
  const target = place ? next?.querySelector<HTMLAnchorElement>(`.${place} a`) : null;
  if (!target) return;
  event.preventDefault();
  target.focus();
}
