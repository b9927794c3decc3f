import type { TaskDoc, WorkData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { Prose } from "../ui/prose";
import { State } from "../ui/state";
import { Ago } from "../ui/time";
import { Who } from "../ui/who";
import { Claims, known } from "./claims";
import { Title } from "./goal-row";
import { IssueNumber } from "./issue-number";
import { Cell, Head, Row } from "./row";
import type { Placed } from "./types";
import { outcomeSaid } from "./words";

interface TaskProps {
  readonly index: number;
  readonly repository: string;
  readonly data: WorkData;
  readonly placed: Placed;
  /** Turned round, the agent stands above and the row says which goal and epic it belongs to. */
  readonly turned?: boolean;
}

/** One task: issue, title, state, the bound agent or both claims, outcome, why, and the row that says so. */
export function TaskRow({ index, repository, data, placed, turned }: TaskProps) {
  const { goal, task } = placed;
  const said = outcomeSaid(task.outcome);
  const link = goal.counted === null ? undefined : address.comment(goal.counted.id, task.pointer);
  const both = task.outcome === "conflict" && task.claims.length > 0;
  const kind = `task${task.state === "closed" ? " closed" : ""}${both ? " cf" : ""}`;
  return (
    <Row index={index} className={kind} address={link}>
      <Head className="it">
        <IssueNumber data={data} issue={task.issue} /> <Title of={task} />
      </Head>
      <Cell className="iss">{task.state === null ? "" : task.state === "open" ? "Open" : "Closed"}</Cell>
      <Cell className="who">
        {both ? (
          <Claims repository={repository} data={data} task={task} />
        ) : turned ? (
          <Place of={placed} />
        ) : (
          <Bound repository={repository} data={data} task={task} />
        )}
      </Cell>
      <Cell className="out">
        <State state={said.state}>{said.word}</State>
      </Cell>
      <Cell className="note">
        <Reason data={data} placed={placed} />
      </Cell>
      <Cell className="ln">
        {link !== undefined && !both && (
          <EvidenceLink address={link} of={`#${task.issue}`}>
            {task.pointer}
          </EvidenceLink>
        )}
      </Cell>
    </Row>
  );
}

function Bound({ repository, data, task }: { repository: string; data: WorkData; task: TaskDoc }) {
  const who = task.agentId === null ? undefined : known(data, task.agentId);
  if (who !== undefined) return <Who repository={repository} who={who} />;
  if (task.agentId !== null)
    return (
      <span className="who">
        <span className="slot" />
        <Code className="id">{task.agentId}</Code>
      </span>
    );
  if (task.outcome !== "omitted") return null;
  return (
    <>
      <span className="slot" />
      <span aria-hidden="true">—</span>
      <span className="vh">no agent</span>
    </>
  );
}

function Place({ of: { goal, epic } }: { of: Placed }) {
  return (
    <span className="place">
      <span>
        goal #{goal.issue}, epic <bdi>{epic.epic}</bdi>
      </span>
      {goal.title !== null && (
        <span className="q">
          <Title of={goal} />
        </span>
      )}
    </span>
  );
}

/** Why; in a word where the goal or the view says it in a sentence already. */
function Reason({ data, placed: { goal, task } }: { data: WorkData; placed: Placed }) {
  if (task.outcome === "omitted" && task.omission !== null) return <code>{task.omission}</code>;
  if (task.reason !== null) {
    const { code, message } = task.reason;
    const told = data.statement !== null || goal.diagnostics.some((found) => found.code === code);
    if (told) return <code title={message}>{code}</code>;
    return (
      <>
        <Prose text={message} /> {task.outcome !== "conflict" && <code>{code}</code>}
      </>
    );
  }
  const retiredAt = task.agentId === null ? null : (known(data, task.agentId)?.retiredAt ?? null);
  if (task.outcome === "retired" && retiredAt !== null)
    return (
      <>
        retired <Ago at={retiredAt} />
      </>
    );
  return null;
}
