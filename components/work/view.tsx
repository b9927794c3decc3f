"use client";

import { useDeferredValue, useMemo } from "react";
import type { WorkData, WorkDocument } from "@/lib/api/documents";
import { useWork, type Hydrated } from "@/lib/api/hooks";
import { useRepositoryStatus } from "../frame/status";
import { View } from "../frame/view";
import { Button } from "../ui/button";
import { count, number } from "../ui/format";
import { Prose } from "../ui/prose";
import { Statement } from "../ui/statement";
import { Visible } from "../ui/untrusted";
import { linesByAgent } from "./by-agent";
import { linesByGoal } from "./by-goal";
import { indexWork } from "./index-work";
import { useFolded, WorkTable } from "./table";
import { useWorkQuery, WorkTools } from "./tools";
import { waitingSaid } from "./words";

/** Who does which task: goal, epic, task, agent, or turned round by agent; what is unresolved, and why. */
export function WorkView({ repository, page }: { repository: string; page: Hydrated<WorkDocument> }) {
  const status = useRepositoryStatus();
  const { document, partial, failed } = useWork(repository, status.snapshot, page);
  const { data } = document;
  if (data.goals.length === 0)
    return (
      <View title={`Work of ${repository}`}>
        <Statement statement={data.statement ?? NO_GOALS} />
      </View>
    );
  return (
    <View title={`Work of ${repository}`} count={ignoredSaid(data)}>
      <Waiting data={data} names={status.data.identity.state === "incomplete"} />
      <WorkTools counts={data.counts} />
      <Lines repository={repository} data={data} />
      {partial && <Arriving data={data} failed={failed} />}
    </View>
  );
}

const NO_GOALS = {
  code: "no-goals",
  title: "No goals here yet",
  meaning:
    "Muster reads who does which task from activation artifacts in the threads of goal issues, and it was given no thread.",
  next: "Export the threads of the goal issues and name their folder as threads in the configuration.",
};

function Lines({ repository, data }: { repository: string; data: WorkData }) {
  const [query, set] = useWorkQuery();
  const [folded, fold] = useFolded();
  const index = useMemo(() => indexWork(data), [data]);
  const { q, outcome, by, sort } = useDeferredValue(query);
  const lines = useMemo(
    () =>
      by === "agent"
        ? linesByAgent(data, index, { q, outcome, sort })
        : linesByGoal(data, index, { q, outcome, sort }, folded),
    [data, index, q, outcome, by, sort, folded],
  );
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>
          <b>No task here fits.</b> {count(data.counts.total, "task")} of {count(data.goals.length, "goal")}{" "}
          {data.counts.total === 1 ? "was" : "were"} looked through.
        </p>
        <p>
          <Button onClick={() => void set({ q: null, outcome: null })}>Show all</Button>
        </p>
      </div>
    );
  return <WorkTable repository={repository} data={data} lines={lines} turn={by} onFold={fold} />;
}

/** Why nothing resolves, above the goals that wait for it. */
function Waiting({ data, names }: { data: WorkData; names: boolean }) {
  const { statement } = data;
  if (statement === null) return null;
  const waiting = waitingSaid(data);
  return (
    <section className={names ? "waiting" : "waiting nothing"} aria-label={statement.title}>
      <p>
        <b>
          <Visible text={statement.title} />.
        </b>{" "}
        {waiting !== "" && <b>{waiting}. </b>}
        <Prose text={statement.meaning} /> <Prose text={statement.next} />
      </p>
    </section>
  );
}

function Arriving({ data, failed }: { data: WorkData; failed: boolean }) {
  const shown = data.goals.reduce((sum, goal) => sum + goal.epics.reduce((n, epic) => n + epic.tasks.length, 0), 0);
  return (
    <p className="empty" role="status">
      {number(shown)} of {count(data.counts.total, "task")} shown.{" "}
      {failed ? "The rest could not be fetched; Muster tries again with the next look." : "The rest is on its way."}
    </p>
  );
}

function ignoredSaid(data: WorkData): string | undefined {
  return data.ignored === 0 ? undefined : `${count(data.ignored, "comment")} ignored`;
}
