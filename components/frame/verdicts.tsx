"use client";

import { State } from "@/components/ui/state";
import type { StateLine } from "@/lib/api/documents";
import { useRepositoryStatus } from "./status";

/** Identity and Work, each with its state. Work is absent where there are no goals. */
export function Verdicts() {
  const { identity, work } = useRepositoryStatus().data;
  return (
    <section className="vw" aria-label="Verdicts">
      <dl className="verdicts">
        <Verdict name="Identity" line={identity} />
        {work && <Verdict name="Work" line={work} />}
      </dl>
    </section>
  );
}

function Verdict({ name, line }: { name: string; line: StateLine }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={line.text || undefined}>
        <State state={line.state}>{line.cause === "reading" ? "Reading" : undefined}</State>
      </dd>
    </div>
  );
}
