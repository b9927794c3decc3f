import Link from "next/link";
import { pageUrl } from "@/lib/api/urls";
import { count, number } from "../ui/format";
import { Code } from "../ui/code";
import { Name } from "../ui/who";
import { Title } from "../work/goal-row";
import type { StillBound } from "./rows";

/** Tasks that still name a retired agent. Nobody inherits them. */
export function StillBoundTable({ repository, tasks }: { repository: string; tasks: readonly StillBound[] }) {
  if (tasks.length === 0) return null;
  return (
    <section className="part">
      <h2>
        Work still bound to them <span className="n">{number(tasks.length)}</span>
      </h2>
      <p>Retirement passes nothing on. A task moves only when the squad issues a new activation artifact.</p>
      <table className="tbl still" role="table">
        <caption className="vh">{count(tasks.length, "task")} bound to retired agents</caption>
        <colgroup>
          {["c-task", "c-state", "c-who", "c-goal", "c-link"].map((name) => (
            <col key={name} className={name} />
          ))}
        </colgroup>
        <thead role="rowgroup" className="vh">
          <tr role="row">
            {["Task", "State", "Agent", "Goal", "Link"].map((word) => (
              <th key={word} scope="col" role="columnheader">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {tasks.map((one) => (
            <Row key={`${one.goal.issue}${one.task.pointer}`} repository={repository} one={one} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ repository, one }: { repository: string; one: StillBound }) {
  const { task, goal, agent } = one;
  const revision = goal.counted?.revision ?? null;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="it">
        <span className="no">#{task.issue}</span> <Title of={task} />
      </th>
      <td role="cell" className={task.state === "closed" ? "iss closed" : "iss"}>
        {task.state === null ? "" : task.state === "open" ? "Open" : "Closed"}
      </td>
      <td role="cell" className="who retired">
        <Link className="name" href={pageUrl.agent(repository, agent.id)} prefetch={false}>
          <Name name={agent.name} retired />
        </Link>{" "}
        <Code className="id">{agent.id}</Code>
      </td>
      <td role="cell" className="go">
        goal #{goal.issue}
        {revision !== null && `, r${revision}`}
        {one.afterRetirement && <span className="q"> after retirement</span>}
      </td>
      <td role="cell" className="ln">
        <Link className="ev" href={`${pageUrl.view(repository, "work")}?q=%23${task.issue}`} prefetch={false}>
          in Work<span className="vh">, task #{task.issue}</span>
        </Link>
      </td>
    </tr>
  );
}
