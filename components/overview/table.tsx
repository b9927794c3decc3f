import Link from "next/link";
import { number } from "@/components/ui/format";
import type { Sort } from "@/components/ui/sort";
import { SortHead } from "@/components/ui/sort-head";
import { State, STATE_WORDS } from "@/components/ui/state";
import { Ago } from "@/components/ui/time";
import { Prose } from "@/components/ui/prose";
import { Untrusted } from "@/components/ui/untrusted";
import type { RepoRow, StateWord } from "@/lib/api/documents";
import { pageUrl } from "@/lib/api/urls";
import type { Group, SortKey } from "./select";

const COLUMNS = 9;

export function OverviewTable(props: {
  groups: readonly Group[];
  state: StateWord | null;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
}) {
  if (props.groups.length === 0 && props.state !== null)
    return (
      <p className="empty">
        <b>No repository is {STATE_WORDS[props.state].toLowerCase()}.</b> The others are under All.
      </p>
    );
  return (
    <table className="tbl over" role="table">
      <caption className="vh">All repositories and what to do next</caption>
      <colgroup>
        {Array.from({ length: COLUMNS }, (_, i) => (
          <col key={i} className={`c${i + 1}`} />
        ))}
      </colgroup>
      <Head {...props} />
      {props.groups.map((group) => (
        <tbody key={group.key} role="rowgroup">
          <tr role="row" className="grp">
            <th scope="rowgroup" role="rowheader" colSpan={COLUMNS}>
              {group.title} <span className="n">{number(group.rows.length)}</span>
            </th>
          </tr>
          {group.rows.map((row) => (
            <Row key={row.repository} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Head({ sort, onSort }: { sort: Sort<SortKey>; onSort: (sort: Sort<SortKey>) => void }) {
  const head = { sort, onSort };
  return (
    <thead role="rowgroup">
      <tr className="sup" aria-hidden="true">
        <td colSpan={2} />
        <td colSpan={3} className="g1">
          <span>Agents</span>
        </td>
        <td colSpan={2} className="g2">
          <span>Tasks</span>
        </td>
        <td colSpan={2} />
      </tr>
      <tr role="row">
        <SortHead {...head} column="repository">
          Repository
        </SortHead>
        <SortHead {...head} column="state" downFirst>
          State
        </SortHead>
        <SortHead {...head} column="active" className="num" downFirst>
          Active
        </SortHead>
        <SortHead {...head} column="inactive" className="num" downFirst>
          Inactive
        </SortHead>
        <SortHead {...head} column="retired" className="num" downFirst>
          Retired
        </SortHead>
        <SortHead {...head} column="resolved" className="num" downFirst>
          Resolved
        </SortHead>
        <SortHead {...head} column="unresolved" className="num" downFirst>
          Unresolved
        </SortHead>
        <th scope="col" role="columnheader" className="do">
          What to do next
        </th>
        <SortHead {...head} column="answer" className="num">
          Last answer
        </SortHead>
      </tr>
    </thead>
  );
}

function Row({ row }: { row: RepoRow }) {
  const slash = row.repository.indexOf("/") + 1;
  const two = row.state.text !== "" || row.next !== null;
  return (
    <tr role="row" className={two ? "two" : undefined}>
      <th scope="row" role="rowheader" className="repo">
        <Link href={pageUrl.view(row.repository, "roster")} prefetch={false}>
          <span className="ow">{row.repository.slice(0, slash)}</span>
          <Untrusted text={row.repository.slice(slash)} />
        </Link>
        {row.revision !== null && (
          <>
            {" "}
            <span className="sub">r{row.revision}</span>
          </>
        )}
      </th>
      <td role="cell" className="st">
        <State state={row.state.state}>{row.state.cause === "reading" ? "Reading" : undefined}</State>
        {row.state.text !== "" && (
          <span className="sub">
            <Prose text={row.state.text} />
          </span>
        )}
      </td>
      <Count n={row.agents?.active} />
      <Count n={row.agents?.inactive} />
      <Count n={row.agents?.retired} />
      <Count n={row.tasks?.resolved} />
      <Count n={row.tasks?.unresolved} className={row.tasks && row.tasks.unresolved > 0 ? "un some" : "un"} />
      <td role="cell" className="do">
        {row.next && <Next repository={row.repository} next={row.next} waits={row.group === "waiting"} />}
      </td>
      <td role="cell" className="num last">
        {row.lastAnswerAt === null ? <span className="vh">none yet</span> : <Ago at={row.lastAnswerAt} />}
      </td>
    </tr>
  );
}

/** A count that is not known is blank; 0 is 0. */
function Count({ n, className = "" }: { n: number | undefined; className?: string }) {
  return (
    <td role="cell" className={`num ${className}`}>
      {n === undefined ? <span className="vh">not known</span> : number(n)}
    </td>
  );
}

function Next({ repository, next, waits }: { repository: string; next: NonNullable<RepoRow["next"]>; waits: boolean }) {
  return (
    <>
      {waits ? (
        <span className="act">
          <Prose text={next.text} />
        </span>
      ) : (
        <Link className="act" href={pageUrl.view(repository, next.view)} prefetch={false}>
          <Prose text={next.text} />
        </Link>
      )}
      <span className="sub">
        <Prose text={next.detail} />
      </span>
    </>
  );
}
