"use client";

import { State } from "@/components/ui/state";
import type { StateLine } from "@/lib/api/documents";
import { useRepositoryStatus } from "./status";

/** Identity and Work, each with its state. Work is absent where there are no goals. */
export function Verdicts() {
  const { identity, work, threads } = useRepositoryStatus().data;
  return (
    <section className="vw" aria-label="Verdicts">
      <dl className="verdicts">
        <Verdict name="Identity" line={identity} />
        {work && <Verdict name="Work" line={work} note={threads.stale.length > 0 ? "as last read" : undefined} />}
      </dl>
    </section>
  );
}

function Verdict({ name, line, note }: { name: string; line: StateLine; note?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={line.text || undefined}>
        <State state={line.state}>{line.cause === "reading" ? "Reading" : undefined}</State>
        {note && <span className="sub"> {note}</span>}
      </dd>
    </div>
  );
}
