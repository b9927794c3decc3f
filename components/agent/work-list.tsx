import Link from "next/link";
import type { AgentData, AgentTask } from "@/lib/api/documents";
import { address, pageUrl } from "@/lib/api/urls";
import { EvidenceLink } from "../ui/evidence-link";
import { useEvidenceLinks } from "../ui/evidence-context";
import { number } from "../ui/format";
import { State } from "../ui/state";
import { Untrusted } from "../ui/untrusted";
import { Title } from "../work/goal-row";
import { outcomeSaid, unresolvedSaid } from "../work/words";

/** The tasks bound to this ID, each with its goal, its epic and the row that binds it. */
export function WorkList({ repository, data }: { repository: string; data: AgentData }) {
  const { work } = data;
  return (
    <section className="part">
      <h2>Work {work !== null && <span className="n">{number(work.length)}</span>}</h2>
      <Limits data={data} />
      {work === null || work.length === 0 ? (
        data.unknown === null && (
          <p>No task is bound to this ID. One would be by an activation artifact that names it.</p>
        )
      ) : (
        <>
          {data.agent?.status === "retired" && (
            <p>Retirement passes nothing on. A task moves only when the squad issues a new activation artifact.</p>
          )}
          <table className="tbl still own" role="table">
            <caption className="vh">Bound tasks</caption>
            <colgroup>
              {["c-task", "c-state", "c-goal", "c-out", "c-row"].map((name) => (
                <col key={name} className={name} />
              ))}
            </colgroup>
            <thead role="rowgroup" className="vh">
              <tr role="row">
                {["Task", "State", "Goal and epic", "Outcome", "Row"].map((word) => (
                  <th key={word} scope="col" role="columnheader">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {work.map((one) => (
                <Row key={`${one.goal.commentId}${one.task.pointer}`} repository={repository} one={one} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

/** What keeps this list from being the whole. */
function Limits({ data: { unknown, unresolved, work } }: { data: AgentData }) {
  const more = work !== null && work.length > 0 ? "There may be more: " : "Not known: ";
  return (
    <>
      {unknown !== null && (
        <p>
          {more}
          {unknown}
        </p>
      )}
      {work !== null && unresolved > 0 && <p>{unresolvedSaid(unresolved)}</p>}
    </>
  );
}

function Row({ repository, one: { goal, epic, task } }: { repository: string; one: AgentTask }) {
  const { open } = useEvidenceLinks();
  const link = address.comment(goal.commentId, task.pointer);
  const said = outcomeSaid(task.outcome);
  return (
    <tr role="row" className={open === link ? "sel" : undefined}>
      <th scope="row" role="rowheader" className="it">
        <span className="no">#{task.issue}</span> <Title of={task} />
      </th>
      <td role="cell" className={task.state === "closed" ? "iss closed" : "iss"}>
        {task.state === null ? "" : task.state === "open" ? "Open" : "Closed"}
      </td>
      <td role="cell" className="go">
        <Link href={`${pageUrl.view(repository, "work")}?q=%23${goal.issue}`} prefetch={false}>
          goal #{goal.issue}
        </Link>
        , epic <Untrusted text={epic.epic} />, r{goal.revision}
        {goal.title !== null && (
          <span className="sub">
            <Untrusted text={goal.title} title />
          </span>
        )}
      </td>
      <td role="cell" className="out">
        <State state={said.state}>{said.word}</State>
      </td>
      <td role="cell" className="ln">
        <EvidenceLink address={link} of={`#${task.issue}`}>
          {task.pointer}
        </EvidenceLink>
      </td>
    </tr>
  );
}
