import Link from "next/link";
import { address, pageUrl } from "@/lib/api/urls";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { useEvidenceLinks } from "../ui/evidence-context";
import { date, lineRange, number } from "../ui/format";
import { Ago, DateOf } from "../ui/time";
import { Untrusted } from "../ui/untrusted";
import { Name } from "../ui/who";
import type { Axis } from "./axis";
import type { Tombstone } from "./rows";
import { AxisHead, ServiceBar } from "./service-bar";
import { spanText } from "./span";

/** Who used to be here: last name, ID, role, from when to when, and what is still bound to the ID. */
export function TombTable(props: { repository: string; rows: readonly Tombstone[]; axis: Axis }) {
  return (
    <table className="tbl tomb" role="table">
      <caption className="vh">Retired agents</caption>
      <colgroup>
        {["c-name", "c-role", "c-axis", "c-served", "c-when", "c-lines", "c-bound"].map((name) => (
          <col key={name} className={name} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Last name, ID
          </th>
          <th scope="col" role="columnheader">
            Role
          </th>
          <th scope="col" role="columnheader" className="served">
            <AxisHead axis={props.axis} />
            <span className="vh">Time of service</span>
          </th>
          <th scope="col" role="columnheader" className="num">
            Served
          </th>
          <th scope="col" role="columnheader">
            Retired
          </th>
          <th scope="col" role="columnheader" className="ln">
            Lines
          </th>
          <th scope="col" role="columnheader" className="num">
            Still bound
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {props.rows.map((row) => (
          <Row key={row.agent.id} repository={props.repository} row={row} axis={props.axis} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ repository, row, axis }: { repository: string; row: Tombstone; axis: Axis }) {
  const { open } = useEvidenceLinks();
  const { agent } = row;
  const link = address.record(agent.id);
  return (
    <tr role="row" className={open === link ? "sel" : undefined}>
      <th scope="row" role="rowheader" className="nmc">
        <Link className="name" href={pageUrl.agent(repository, agent.id)} prefetch={false}>
          <Name name={agent.name} retired />
        </Link>
        <Code className="id">{agent.id}</Code>
      </th>
      <td role="cell" className="role">
        <Untrusted text={agent.role} title />
      </td>
      <td role="cell" className="served">
        <ServiceBar
          axis={axis}
          from={row.created}
          to={row.retired}
          label={`Served from ${date(agent.createdAt)} to ${date(agent.retiredAt ?? "")}`}
        />
      </td>
      <td role="cell" className="num sv">
        {spanText(row.created, row.retired)}
        <span className="sub">
          from <DateOf at={agent.createdAt} />
        </span>
      </td>
      <td role="cell" className="when">
        {agent.retiredAt !== null && (
          <>
            <Ago at={agent.retiredAt} />
            <span className="sub">
              <DateOf at={agent.retiredAt} />
            </span>
          </>
        )}
      </td>
      <td role="cell" className="ln">
        <EvidenceLink address={link} of={agent.id}>
          {lineRange(agent.lines)}
        </EvidenceLink>
      </td>
      <td role="cell" className="num bd">
        <Bound row={row} />
      </td>
    </tr>
  );
}

/** What is still bound to an ID, which is not known where no binding resolves or not every thread was read. */
function Bound({ row: { bound } }: { row: Tombstone }) {
  if (bound === null) return <span className="q">not known</span>;
  const { open, closed, unknown } = bound;
  if (open + closed + unknown === 0) return <span className="q">none</span>;
  if (open + closed === 0)
    return (
      <>
        {number(unknown)} bound<span className="sub">state not read</span>
      </>
    );
  return (
    <>
      {open > 0 ? <b>{number(open)} open</b> : "0 open"}
      <span className="sub">
        {number(closed)} closed{unknown > 0 && `, ${number(unknown)} not read`}
      </span>
    </>
  );
}
