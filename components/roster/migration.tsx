"use client";

import { useMemo, useState } from "react";
import { Code } from "@/components/ui/code";
import { EvidenceLink } from "@/components/ui/evidence-link";
import { count, lineRange, number } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Prose } from "@/components/ui/prose";
import type { MigrationRow, RegistryData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";

const STEP = 50;

/** What the producer's migration would say of each record of an older file. Advice about a file, never an identity. */
export function Migration({ migration }: { migration: NonNullable<RegistryData["migration"]> }) {
  const [shown, setShown] = useState(STEP);
  const records = useMemo(() => [...migration.records].sort((a, b) => Number(a.ready) - Number(b.ready)), [migration]);
  return (
    <section className="findings" aria-labelledby="readiness">
      <h2 id="readiness">Migration readiness</h2>
      <p className="lead">
        <b>
          {number(migration.ready)} of {count(migration.total, "record")} would migrate.
        </b>{" "}
        {consequence(migration)} This is advice about a file. It identifies nobody.
      </p>
      <table className="ex mig" role="table">
        <caption className="vh">Migration readiness of each record</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="c-id">
              Key as written
            </th>
            <th scope="col" role="columnheader" className="c-ready">
              Would migrate
            </th>
            <th scope="col" role="columnheader">
              What stands in the way
            </th>
            <th scope="col" role="columnheader" className="c-code">
              Code
            </th>
            <th scope="col" role="columnheader" className="c-mend">
              What would mend it
            </th>
            <th scope="col" role="columnheader" className="ln c-ln">
              Lines
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {records.slice(0, shown).map((record) => (
            <Rows key={record.pointer} record={record} />
          ))}
        </tbody>
      </table>
      {migration.total > shown && (
        <button type="button" className="more" onClick={() => setShown(shown + 4 * STEP)}>
          Show more: {number(migration.total - shown)} of {count(migration.total, "record")} are not shown yet
        </button>
      )}
    </section>
  );
}

function consequence({ wouldMigrate, total }: { wouldMigrate: boolean; total: number }): string {
  if (total === 0) return "The file holds no record, so there is nothing to migrate.";
  return wouldMigrate
    ? "All are ready: the producer can migrate the file as it is."
    : "One record that is not ready stops the whole migration.";
}

function Rows({ record }: { record: MigrationRow }) {
  const findings = record.diagnostics.length === 0 ? [null] : record.diagnostics;
  return findings.map((finding, i) => (
    <tr key={i} role="row" className={i > 0 ? "again" : undefined}>
      <th scope="row" role="rowheader" className="where">
        {i > 0 ? (
          <span className="vh">{record.id}, as above</span>
        ) : record.id === "" ? (
          <span className="q">an empty key</span>
        ) : (
          <Code className="id">{record.id}</Code>
        )}
      </th>
      <td role="cell" className={record.ready ? "ready yes" : "ready no"}>
        {i === 0 && (
          <span className="state">
            <Icon name={record.ready ? "check" : "cross"} />
            {record.ready ? "Yes" : "Not yet"}
          </span>
        )}
      </td>
      <td role="cell" className="why">
        {finding && <Prose text={finding.message} />}
      </td>
      <td role="cell" className="rule">
        {finding && <code title={finding.rule}>{finding.code}</code>}
      </td>
      <td role="cell" className="mend">
        {finding && <Prose text={finding.mend} />}
      </td>
      <td role="cell" className="ln">
        {i === 0 && (
          <EvidenceLink address={address.registry(record.pointer)} of={record.id}>
            {lineRange(record.lines)}
          </EvidenceLink>
        )}
      </td>
    </tr>
  ));
}
