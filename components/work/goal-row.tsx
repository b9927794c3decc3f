import type { ReactNode } from "react";
import type { CommentLine, GoalDoc, WorkData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { useRepositoryStatus } from "../frame/status";
import { EvidenceLink } from "../ui/evidence-link";
import { State } from "../ui/state";
import { Ago } from "../ui/time";
import { Untrusted } from "../ui/untrusted";
import { IssueNumber } from "./issue-number";
import { Cell, Head, Row } from "./row";
import { Progress } from "./tally";
import { goalSaid, phasesSaid } from "./words";

/** A goal: its issue, which artifact counts, how many of its tasks are closed, and its outcome. */
export function GoalRow({ index, data, goal }: { index: number; data: WorkData; goal: GoalDoc }) {
  const { counted } = goal;
  const said = goalSaid(goal);
  const link = counted === null ? undefined : address.comment(counted.id, "");
  return (
    <Row index={index} className="gh" address={link}>
      <Head className="it">
        <span className="gt">
          <IssueNumber data={data} issue={goal.issue} /> <Title of={goal} />
        </span>
        {counted === null ? null : <Artifact line={counted} />}
      </Head>
      <Cell className="pg">
        {goal.closed !== null && goal.counts.total > 0 && goal.goal === "bound" && (
          <Progress closed={goal.closed} total={goal.counts.total} />
        )}
      </Cell>
      <Cell className="out">
        <State state={said.state}>{said.word}</State>
        {said.text !== "" && <span className="sub">{said.text}</span>}
        <Stale issue={goal.issue} />
      </Cell>
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

/** That the thread could not be read at the last try, and since when its last good copy stands. */
export function Stale({ issue }: { issue: number }) {
  const stale = useRepositoryStatus().data.threads.stale.find((one) => one.issue === issue);
  if (stale === undefined) return null;
  return (
    <span className="sub">
      <State state="stale" />, read <Ago at={stale.answeredAt} />
    </span>
  );
}

/** A title as its issue states it, or that there is none to show. */
export function Title({ of }: { of: { readonly title: string | null } }) {
  return of.title === null ? <span className="q">no title known</span> : <Untrusted text={of.title} title />;
}

/** `activated · r41 · all phases · comment 2231954 · 1 d ago`. */
export function Artifact({ line }: { line: CommentLine }) {
  const phases = phasesSaid(line);
  const parts: readonly (readonly [string, ReactNode])[] = [
    ["kind", line.kind !== null && <code>{line.kind}</code>],
    ["revision", line.revision !== null && `r${line.revision}`],
    ["phases", phases],
    ["comment", `comment ${line.id}`],
    ["age", <Ago key="age" at={line.createdAt} />],
    ["edited", line.edited && "edited"],
  ];
  return (
    <span className="sub meta">
      {parts
        .filter(([, part]) => part !== false && part !== "")
        .map(([key, part]) => (
          <span key={key}>{part} </span>
        ))}
    </span>
  );
}
