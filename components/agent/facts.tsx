import type { ReactNode } from "react";
import type { AgentData, AgentRow } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { useEvidenceLinks } from "../ui/evidence-context";
import { Ago } from "../ui/time";
import { State } from "../ui/state";
import { Untrusted } from "../ui/untrusted";

/** Every member that the record states, as written, with the bytes behind each. */
export function Facts({ agent, avatar }: { agent: AgentRow; avatar: AgentData["avatar"] }) {
  return (
    <section className="part">
      <h2>What the record states</h2>
      <table className="tbl record" role="table">
        <caption className="vh">Members of the record {agent.id}</caption>
        <colgroup>
          {["c-member", "c-value", "c-ln"].map((name) => (
            <col key={name} className={name} />
          ))}
        </colgroup>
        <thead role="rowgroup" className="vh">
          <tr role="row">
            {["Member", "Value", "Evidence"].map((word) => (
              <th key={word} scope="col" role="columnheader">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Fact id={agent.id} member="display_name" also="persistent_name">
            <Untrusted text={agent.name} />
          </Fact>
          <Fact id={agent.id} member="role">
            <Untrusted text={agent.role} />
          </Fact>
          <Fact id={agent.id} member="universe">
            <Untrusted text={agent.universe} />
          </Fact>
          <Fact id={agent.id} member="status">
            <Status status={agent.status} />
          </Fact>
          <Moment id={agent.id} member="created_at" at={agent.createdAt} />
          <Moment id={agent.id} member="updated_at" at={agent.updatedAt} />
          {agent.retiredAt !== null && <Moment id={agent.id} member="retired_at" at={agent.retiredAt} />}
          {avatar !== null && (
            <Fact id={agent.id} member="avatar">
              <Code>{avatar.path}</Code>
            </Fact>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** A status as the record words it; a tombstone has its mark. */
export function Status({ status }: { status: AgentRow["status"] }) {
  if (status === "retired") return <State state="retired" />;
  return status === "active" ? "Active" : "Inactive";
}

function Moment({ id, member, at }: { id: string; member: string; at: string }) {
  return (
    <Fact id={id} member={member}>
      <Ago at={at} /> <code className="q">{at}</code>
    </Fact>
  );
}

function Fact(props: { id: string; member: string; also?: string; children: ReactNode }) {
  const { open } = useEvidenceLinks();
  const link = `${address.record(props.id)}/${props.member}`;
  return (
    <tr role="row" className={open === link ? "sel" : undefined}>
      <th scope="row" role="rowheader">
        <code>{props.member}</code>
        {props.also && (
          <span className="q">
            {" "}
            and <code>{props.also}</code>
          </span>
        )}
      </th>
      <td role="cell">{props.children}</td>
      <td role="cell" className="ln">
        <EvidenceLink address={link} of={`${props.member} of ${props.id}`}>{`/${props.member}`}</EvidenceLink>
      </td>
    </tr>
  );
}
