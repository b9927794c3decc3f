"use client";

import { useCallback, useState, type ReactNode } from "react";
import type { WorkData } from "@/lib/api/documents";
import { AgentRow, GroupRow, UnreadRow } from "./agent-rows";
import { epicKey } from "./by-goal";
import { Chunks } from "./chunks";
import { EpicRow } from "./epic-row";
import { HistoryRow, IgnoredRow, NoteRow, RefusalRow } from "./goal-notes";
import { GoalRow } from "./goal-row";
import { TaskRow } from "./task-row";
import type { Line, Turn } from "./types";

const HEADS: Readonly<Record<Turn, readonly string[]>> = {
  goal: ["Goal, epic, task", "Issue", "Bound agent", "Outcome", "Reason"],
  agent: ["Agent, task", "Issue", "Goal and epic", "Outcome", "Reason"],
};

/** Epics that the reader folded, and how to fold or open one. */
export function useFolded(): [ReadonlySet<string>, (key: string) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const turn = useCallback((key: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return [folded, turn];
}

export function WorkTable(props: {
  repository: string;
  data: WorkData;
  lines: readonly Line[];
  turn: Turn;
  onFold: (key: string) => void;
}) {
  const { lines, turn } = props;
  return (
    <table className="work" role="table" aria-rowcount={lines.length + 1}>
      <caption className="vh">
        {turn === "goal" ? "Goals, epics, tasks and their agents" : "Agents and the tasks bound to them"}
      </caption>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {HEADS[turn].map((word) => (
            <th key={word} scope="col" role="columnheader">
              {word}
            </th>
          ))}
          <th scope="col" role="columnheader" className="ln">
            Row
          </th>
        </tr>
      </thead>
      <Chunks lines={lines} render={(line, index) => <One key={line.key} line={line} index={index} {...props} />} />
    </table>
  );
}

function One(props: {
  line: Line;
  index: number;
  repository: string;
  data: WorkData;
  onFold: (key: string) => void;
}): ReactNode {
  const { line, index, repository, data } = props;
  switch (line.kind) {
    case "goal":
      return <GoalRow index={index} data={data} goal={line.goal} />;
    case "refusal":
      return <RefusalRow index={index} goal={line.goal} />;
    case "note":
      return <NoteRow index={index} goal={line.goal} />;
    case "ignored":
      return <IgnoredRow index={index} goal={line.goal} />;
    case "history":
      return <HistoryRow index={index} goal={line.goal} />;
    case "epic":
      return (
        <EpicRow
          index={index}
          data={data}
          epic={line.epic}
          shown={line.shown}
          folded={line.folded}
          onFold={() => props.onFold(epicKey(line.goal, line.epic))}
        />
      );
    case "task":
      return <TaskRow index={index} repository={repository} data={data} placed={line} />;
    case "turned":
      return <TaskRow index={index} repository={repository} data={data} placed={line} turned />;
    case "agent":
      return <AgentRow index={index} repository={repository} who={line.who} tally={line.tally} />;
    case "group":
      return <GroupRow index={index} group={line.group} tasks={line.tasks} />;
    case "unread-rows":
      return <UnreadRow index={index} goal={line.goal} />;
  }
}
