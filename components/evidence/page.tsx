"use client";

import type { EvidenceData, EvidenceDocument, KeptDocument } from "@/lib/api/documents";
import { useEvidence, type Hydrated } from "@/lib/api/hooks";
import { useRepositoryStatus } from "../frame/status";
import { View } from "../frame/view";
import { count } from "../ui/format";
import { Visible } from "../ui/untrusted";
import { Files } from "./files";
import { Kept } from "./kept";
import { Ignored, Threads } from "./threads";

interface Props {
  readonly repository: string;
  readonly page: Hydrated<EvidenceDocument>;
  readonly kept: KeptDocument;
}

/** How do you know: every file and comment that was read, with verdicts, and the ones that were ignored. */
export function EvidenceView({ repository, page, kept }: Props) {
  const { snapshot } = useRepositoryStatus();
  const { document, partial, failed } = useEvidence(repository, snapshot, page);
  const { data } = document;
  return (
    <View title={`Evidence of ${repository}`} className="evidence" count={countSaid(data)}>
      <Files files={data.files} />
      <Threads data={data} />
      <Ignored ignored={data.ignored} wholly={data.wholly} />
      {partial && (
        <p className="empty" role="status">
          {failed
            ? "The rest of this list could not be fetched; Muster tries again with the next look."
            : "The rest of this list is on its way."}
        </p>
      )}
      <Kept repository={repository} snapshot={snapshot} page={kept} />
      <Ground data={data} />
    </View>
  );
}

/** Who may speak, what is never asked, and how a program reads the same. */
function Ground({ data }: { data: EvidenceData }) {
  return (
    <section className="part" aria-labelledby="ground">
      <h2 id="ground">What this stands on</h2>
      <div className="ground">
        <div>
          <h3>Trusted here</h3>
          <Trusted trust={data.trust} />
          <p>
            An artifact counts only when its author’s account number and type are on this list. Logins, labels and
            association count for nothing. A change by anybody else refuses it.
          </p>
        </div>
        <div>
          <h3>Never read</h3>
          <p>Assignees, reviewers, labels, branches, workflow actors, roster files.</p>
          <p>
            None of them says who an agent is, so none is asked for. An author is read to trust a comment, never to name
            an agent.
          </p>
        </div>
        <div>
          <h3>For programs</h3>
          <p>
            Every piece has Copy JSON and Download in its drawer, and its address can be shared: whoever opens it sees
            the same fact in what Muster reads then.
          </p>
        </div>
      </div>
    </section>
  );
}

function Trusted({ trust }: { trust: EvidenceData["trust"] }) {
  if (trust.length === 0) return <p>Nobody, so no comment counts: the configuration names an empty list.</p>;
  return (
    <ul>
      {trust.map(({ id, type }) => (
        <li key={`${id}${type}`}>
          account {id} (<Visible text={type} />)
        </li>
      ))}
    </ul>
  );
}

function countSaid(data: EvidenceData): string {
  const comments = data.threads.reduce((sum, thread) => sum + (thread.comments ?? 0), 0);
  return `${count(data.files.length, "file")}, ${count(comments, "comment")} read`;
}
