import { memo } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Code } from "@/components/ui/code";
import { EvidenceLink } from "@/components/ui/evidence-link";
import { lineRange, number } from "@/components/ui/format";
import { PageLink } from "@/components/ui/page-link";
import { State } from "@/components/ui/state";
import { Since } from "@/components/ui/time";
import { Untrusted } from "@/components/ui/untrusted";
import { Name } from "@/components/ui/who";
import type { AgentRow } from "@/lib/api/documents";
import { address, pageUrl } from "@/lib/api/urls";
import { STATUS_WORDS } from "./bar";

/** One agent: who, what for, since when, how many tasks, and the lines of the file that say so. */
export const RosterRow = memo(function RosterRow(props: {
  repository: string;
  agent: AgentRow;
  /** Its row number in the whole table, counted from 1 with the head. */
  index: number;
  selected: boolean;
}) {
  const { repository, agent } = props;
  const retired = agent.status === "retired";
  return (
    <tr role="row" aria-rowindex={props.index} className={props.selected ? `${agent.status} sel` : agent.status}>
      <td role="cell" className="avc">
        {!retired && agent.picture !== null && <Avatar repository={repository} id={agent.id} picture={agent.picture} />}
      </td>
      <th scope="row" role="rowheader" className="nmc">
        <PageLink href={pageUrl.agent(repository, agent.id)}>
          <Name name={agent.name} retired={retired} />
        </PageLink>
      </th>
      <td role="cell" className="idc" title={agent.id}>
        <Code className="id">{agent.id}</Code>
      </td>
      <td role="cell" className="role">
        <Untrusted text={agent.role} title />
      </td>
      <td role="cell" className="uni">
        <Untrusted text={agent.universe} title />
      </td>
      <td role="cell" className="st">
        {retired ? <State state="retired" /> : STATUS_WORDS[agent.status]}
      </td>
      <td role="cell" className="num since">
        <Since at={agent.createdAt} />
      </td>
      <td role="cell" className="num tasks">
        {agent.tasks === null ? <span className="vh">not known</span> : number(agent.tasks)}
      </td>
      <td role="cell" className="ln">
        <EvidenceLink address={address.record(agent.id)} of={agent.id}>
          {lineRange(agent.lines)}
        </EvidenceLink>
      </td>
    </tr>
  );
});
