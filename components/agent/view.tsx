"use client";

import type { ReactNode } from "react";
import type { AgentData, AgentDocument, AgentRow } from "@/lib/api/documents";
import { useAgent, type Hydrated } from "@/lib/api/hooks";
import { address } from "@/lib/api/urls";
import { CopyIcon } from "../evidence/copy-button";
import { useRepositoryStatus } from "../frame/status";
import { View } from "../frame/view";
import { Avatar } from "../ui/avatar";
import { Code } from "../ui/code";
import { Findings } from "../ui/findings";
import { lineRange, number } from "../ui/format";
import { State } from "../ui/state";
import { Statement } from "../ui/statement";
import { DateOf, Since } from "../ui/time";
import { Untrusted } from "../ui/untrusted";
import { Name } from "../ui/who";
import { tallyOf } from "../work/tally-of";
import { tallySaid } from "../work/words";
import { EvidenceAside } from "./aside";
import { Facts, Status } from "./facts";
import { LifeLine } from "./life-line";
import { NoIdentity } from "./no-identity";
import { WorkList } from "./work-list";

/** One agent: identity, life line, work, evidence. Without a valid record there is an ID and a reason, never a name. */
export function AgentView(props: { repository: string; id: string; page: Hydrated<AgentDocument> }) {
  const { repository } = props;
  const { snapshot } = useRepositoryStatus();
  const { data } = useAgent(repository, props.id, snapshot, props.page).document;
  return (
    <View className="agent" count={rulesSaid(data)}>
      {data.agent === null ? (
        <NobodyHead id={data.id} />
      ) : (
        <Head repository={repository} agent={data.agent} work={data.work} unknown={data.unknown} />
      )}
      <div className="cols">
        <div className="main">
          {data.agent === null ? (
            <Unidentified repository={repository} data={data} />
          ) : (
            <>
              <LifeLine agent={data.agent} />
              <Facts agent={data.agent} avatar={data.avatar} />
              <WorkList repository={repository} data={data} />
            </>
          )}
        </div>
        <EvidenceAside data={data} />
      </div>
    </View>
  );
}

function Head(props: { repository: string; agent: AgentRow; work: AgentData["work"]; unknown: AgentData["unknown"] }) {
  const { repository, agent, work, unknown } = props;
  const retired = agent.status === "retired";
  return (
    <header className={retired ? "who-h retired" : "who-h"}>
      {!retired && <Avatar repository={repository} id={agent.id} picture={agent.picture} size={56} />}
      <div>
        <h1>
          <Name name={agent.name} retired={retired} />
        </h1>
        <p>
          <Code className="id">{agent.id}</Code>
          <CopyIcon label="Copy the ID" text={agent.id} />
        </p>
      </div>
      <dl>
        <Said word="Status">
          <Status status={agent.status} />
        </Said>
        <Said word="Role">
          <Untrusted text={agent.role} title />
        </Said>
        <Said word="Universe">
          <Untrusted text={agent.universe} title />
        </Said>
        <Said word="Created">
          <Since at={agent.createdAt} /> ago
        </Said>
        {agent.retiredAt !== null && (
          <Said word="Retired">
            <DateOf at={agent.retiredAt} />
          </Said>
        )}
        <Said word={retired ? "Still bound" : "Bound tasks"}>
          {work === null || (unknown !== null && work.length === 0) ? (
            <span className="q">not known</span>
          ) : (
            boundSaid(work)
          )}
        </Said>
      </dl>
    </header>
  );
}

/** "2 open, 1 closed, 1 in conflict": a task that goals dispute is bound to nobody. */
function boundSaid(work: NonNullable<AgentData["work"]>): string {
  const bound = work.filter(({ task }) => task.agentId !== null);
  const disputed = work.length - bound.length;
  return `${tallySaid(tallyOf(bound))}${disputed > 0 ? `, ${number(disputed)} in conflict` : ""}`;
}

function NobodyHead({ id }: { id: string }) {
  return (
    <header className="who-h">
      <div>
        <h1>
          <Code>{id}</Code>
        </h1>
      </div>
    </header>
  );
}

function Said({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Unidentified({ repository, data }: { repository: string; data: AgentData }) {
  if (data.found === "excluded")
    return (
      <section className="part excluded">
        <State state="incomplete">Record excluded</State>
        <h2>This ID is not identified</h2>
        <p>
          The registry has a record for it{data.lines !== null && `, in lines ${lineRange(data.lines)}`}, but the record
          fails {data.findings.length === 1 ? "a rule" : "rules"} of the contract. Its name and role are shown nowhere,
          and no binding resolves until every record is valid.
        </p>
        <Findings
          caption={`Why the record ${data.id} is excluded`}
          diagnostics={data.findings}
          address={(one) => address.registry(one.pointer)}
        />
      </section>
    );
  if (data.statement !== null)
    return (
      <NoIdentity
        repository={repository}
        statement={data.statement}
        so="So nobody is known by this ID here, and no name is shown from anywhere else."
      />
    );
  return <Statement statement={UNKNOWN} state="unavailable" word="Unknown ID" />;
}

const UNKNOWN = {
  code: "agent-unknown",
  title: "This registry has no record with this ID",
  meaning:
    "IDs are compared exactly as written, and an ID is never given to another agent. Nothing else is asked who this may be.",
  next: "Check the spelling, or look for the agent in the roster by name.",
};

function rulesSaid(data: AgentData): string | undefined {
  return data.found === "record" || data.found === "excluded" ? `rules ${data.passed} of ${data.rules}` : undefined;
}
