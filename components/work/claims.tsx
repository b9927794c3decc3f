import type { TaskDoc, Who as WhoDoc, WorkData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { Untrusted } from "../ui/untrusted";
import { Who } from "../ui/who";

type Claim = TaskDoc["claims"][number];
interface Side {
  readonly repository: string;
  readonly data: WorkData;
}

/** Both sides of a conflict, ordered by goal number and given equal weight. */
export function Claims({ repository, data, task }: Side & { task: TaskDoc }) {
  return (
    <ul className="claims">
      {task.claims
        .toSorted((a, b) => a.origin - b.origin)
        .map((claim) => (
          <li key={`${claim.origin}${claim.pointer}`}>
            <span className="g">#{claim.origin}</span>{" "}
            {claim.epic === undefined ? (
              <OfTask repository={repository} data={data} claim={claim} />
            ) : (
              <OfEpic repository={repository} data={data} epic={claim.epic} />
            )}{" "}
            <EvidenceLink
              address={address.comment(claim.commentId, claim.pointer)}
              of={`what #${claim.origin} says of ${claim.epic === undefined ? `#${task.issue}` : `epic #${claim.epic.issue}`}`}
            >
              {claim.pointer}
            </EvidenceLink>
          </li>
        ))}
    </ul>
  );
}

function OfTask({ repository, data, claim }: Side & { claim: Claim }) {
  if (claim.agentId !== null)
    return (
      <>
        says <Named repository={repository} data={data} id={claim.agentId} />
      </>
    );
  return (
    <>
      says <span className="q">{data.statement === null ? "no agent" : "an ID not shown"}</span>
    </>
  );
}

/** Where goals disagree about an epic, each says which agents it is for: that is what they disagree about, not this task. */
function OfEpic({ repository, data, epic }: Side & { epic: NonNullable<Claim["epic"]> }) {
  return (
    <>
      gives epic #{epic.issue} <Untrusted className="q" text={epic.epic} /> to{" "}
      {epic.agentIds.map((id) => (
        <Named key={id} repository={repository} data={data} id={id} />
      ))}
      {epic.agentIds.length === 0 && <span className="q">no agent</span>}
      {epic.partial && epic.agentIds.length > 0 && <span className="q">and to nobody in part</span>}
    </>
  );
}

function Named({ repository, data, id }: Side & { id: string }) {
  const who = known(data, id);
  return who === undefined ? <Code className="id">{id}</Code> : <Who repository={repository} who={who} />;
}

/** The agent of an ID that this document names; undefined where identity is not complete. */
export function known(data: WorkData, id: string): WhoDoc | undefined {
  return Object.hasOwn(data.who, id) ? data.who[id] : undefined;
}
