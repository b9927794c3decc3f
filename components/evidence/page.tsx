"use client";

import type { EvidenceData, EvidenceDocument } from "@/lib/api/documents";
import { useEvidence, type Hydrated } from "@/lib/api/hooks";
import { useRepositoryStatus } from "../frame/status";
import { View } from "../frame/view";
import { count } from "../ui/format";
import { Visible } from "../ui/untrusted";
import { Files } from "./files";
import { Ignored, Threads } from "./threads";

/** How do you know: every file and comment that was read, with verdicts, and the ones that were ignored. */
export function EvidenceView({ repository, page }: { repository: string; page: Hydrated<EvidenceDocument> }) {
  const { snapshot } = useRepositoryStatus();
  const { document, partial, failed } = useEvidence(repository, snapshot, page);
  const { data } = document;
  return (
    <View title={`Evidence of ${repository}`} className="evidence" count={countSaid(data)}>
      <div className="cols">
        <div className="main">
          <Files files={data.files} />
          <Threads data={data} />
          <Ignored ignored={data.ignored} />
          {partial && (
            <p className="empty" role="status">
              {failed
                ? "The rest of this list could not be fetched; Muster tries again with the next look."
                : "The rest of this list is on its way."}
            </p>
          )}
        </div>
        <Aside data={data} />
      </div>
    </View>
  );
}

function Aside({ data }: { data: EvidenceData }) {
  return (
    <aside className="side" aria-label="What is trusted and what is never read">
      <section>
        <h2>Trusted here</h2>
        {data.trust.length === 0 ? (
          <p className="say">Nobody, so no comment counts. The configuration names an empty list.</p>
        ) : (
          <dl className="facts">
            {data.trust.map(({ id, type }) => (
              <div key={`${id}${type}`}>
                <dt>Account</dt>
                <dd>
                  {id} (<Visible text={type} />)
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="say">
          An artifact counts only when its author’s account number and type are on this list. Logins, labels and roles
          count for nothing. A change by anybody else refuses it.
        </p>
      </section>
      <section className="not">
        <h2>Never read</h2>
        <p>Assignees, authors, reviewers, labels, branches, workflow actors, roster files.</p>
        <p>None of them says who an agent is, so none is asked for.</p>
      </section>
      <section className="not">
        <h2>For programs</h2>
        <p>
          Every piece has Copy JSON and Download in its drawer, and its address can be shared: it opens the same bytes
          for as long as this snapshot stands.
        </p>
      </section>
    </aside>
  );
}

function countSaid(data: EvidenceData): string {
  const comments = data.threads.reduce((sum, thread) => sum + (thread.comments ?? 0), 0);
  return `${count(data.files.length, "file")}, ${count(comments, "comment")} read`;
}
