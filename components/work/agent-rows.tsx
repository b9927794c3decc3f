import Link from "next/link";
import type { GoalDoc, Who as WhoDoc } from "@/lib/api/documents";
import { address, pageUrl } from "@/lib/api/urls";
import { Avatar } from "../ui/avatar";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { count } from "../ui/format";
import { Prose } from "../ui/prose";
import { State } from "../ui/state";
import { Name } from "../ui/who";
import { Ago } from "../ui/time";
import { Artifact, Title } from "./goal-row";
import { Cell, Head, Row } from "./row";
import { Progress } from "./tally";
import type { NoAgent, Tally } from "./types";
import { goalSaid, groupSaid, outcomeSaid, tallySaid } from "./words";

/** An agent with the tally of the tasks bound to its ID. */
export function AgentRow(props: { index: number; repository: string; who: WhoDoc; tally: Tally }) {
  const { who, tally, repository } = props;
  const retired = who.status === "retired";
  const total = tally.open + tally.closed + tally.unknown;
  const link = address.record(who.id);
  return (
    <Row index={props.index} className={retired ? "gh ag retired" : "gh ag"} address={link}>
      <Head className="it">
        <span className="ava">{!retired && <Avatar repository={repository} id={who.id} picture={who.picture} />}</span>
        <span className="gt">
          {who.name !== "" && (
            <Link className="name" href={pageUrl.agent(repository, who.id)} prefetch={false}>
              <Name name={who.name} retired={retired} />
            </Link>
          )}
        </span>
        <span className="sub">
          <Code className="id">{who.id}</Code>
        </span>
      </Head>
      <Cell className="pg">{tally.unknown === 0 && <Progress closed={tally.closed} total={total} />}</Cell>
      <Cell className="out">
        <Standing who={who} />
        <span className="sub">{tallySaid(tally)}</span>
      </Cell>
      <Cell className="ln">
        <EvidenceLink address={link} of={who.id}>
          record
        </EvidenceLink>
      </Cell>
    </Row>
  );
}

function Standing({ who }: { who: WhoDoc }) {
  if (who.status !== "retired") return <span>{who.status === "active" ? "Active" : "Inactive"}</span>;
  return (
    <State state="retired">
      Retired{" "}
      {who.retiredAt !== null && (
        <span className="sub">
          <Ago at={who.retiredAt} />
        </span>
      )}
    </State>
  );
}

/** Tasks that have no agent for one reason. */
export function GroupRow({ index, group, tasks }: { index: number; group: NoAgent; tasks: number }) {
  const said = outcomeSaid(group.outcome);
  return (
    <Row index={index} className="gh na">
      <Head className="it">
        <span className="gt">No agent</span>
        <span className="sub">
          <Prose text={groupSaid(group)} /> {group.reason !== "" && <code className="rule">{group.reason}</code>}
        </span>
      </Head>
      <Cell className="pg" />
      <Cell className="out">
        <State state={said.state}>{said.word}</State>
        <span className="sub">{count(tasks, "task")}</span>
      </Cell>
      <Cell className="ln" />
    </Row>
  );
}

/** A goal of which no row was read: its tasks are counted, never named. */
export function UnreadRow({ index, goal }: { index: number; goal: GoalDoc }) {
  const said = goalSaid(goal);
  const link = goal.counted === null ? undefined : address.comment(goal.counted.id, "");
  return (
    <Row index={index} className="task" address={link}>
      <Head className="it">
        <span className="no">#{goal.issue}</span> <Title of={goal} />
      </Head>
      <Cell className="iss" />
      <Cell className="who">{goal.counted !== null && <Artifact line={goal.counted} />}</Cell>
      <Cell className="out">
        <State state={said.state}>{said.word}</State>
      </Cell>
      <Cell className="note">{said.text}</Cell>
      <Cell className="ln">
        {link !== undefined && (
          <EvidenceLink address={link} of={`goal #${goal.issue}`}>
            comment
          </EvidenceLink>
        )}
      </Cell>
    </Row>
  );
}
