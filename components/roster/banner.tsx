"use client";

import { useState } from "react";
import { Code } from "@/components/ui/code";
import { EvidenceLink } from "@/components/ui/evidence-link";
import { useEvidenceLinks } from "@/components/ui/evidence-context";
import { count, lineRange, number } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { State } from "@/components/ui/state";
import { Prose } from "@/components/ui/prose";
import type { ExcludedRow, RegistryData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";

/** Excluded records shown before the reader asks for more. */
const STEP = 50;
/** A longer list starts closed, so that the roster stays on the first screen. */
const OPEN_UP_TO = 8;

/** Stands above the roster that it qualifies while the registry is partial, and cannot be dismissed. */
export function Banner({ data }: { data: RegistryData }) {
  const total = data.total ?? 0;
  const valid = data.counts ? data.counts.active + data.counts.inactive + data.counts.retired : 0;
  const excluded = total - valid;
  return (
    <section className="banner" aria-labelledby="incomplete">
      <div className="line">
        <State state="incomplete">
          <b id="incomplete">Identity incomplete</b>
        </State>
        <p>
          <b>
            {number(valid)} of {count(total, "record")} valid.
          </b>{" "}
          {valid > 0 && "The valid ones are shown below. "}No binding resolves until all are valid
          {data.waiting > 0 ? `: ${count(data.waiting, "task")} ${data.waiting === 1 ? "waits" : "wait"}.` : "."}
        </p>
      </div>
      <details open={excluded <= OPEN_UP_TO}>
        <summary>
          <Icon name="right" />
          {count(excluded, "excluded record")}
        </summary>
        <ExcludedTable excluded={data.excluded} all={excluded} />
      </details>
    </section>
  );
}

function ExcludedTable({ excluded, all }: { excluded: readonly ExcludedRow[]; all: number }) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <table className="ex excl" role="table">
        <caption className="vh">Excluded records</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="c-id">
              ID as written
            </th>
            <th scope="col" role="columnheader">
              Why it is excluded
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
          {excluded.slice(0, shown).map((record) => (
            <ExcludedRows key={record.pointer} record={record} />
          ))}
        </tbody>
      </table>
      {all > shown && (
        <button type="button" className="more" onClick={() => setShown(shown + 4 * STEP)}>
          Show more: {number(all - shown)} of {count(all, "excluded record")} are not shown yet
        </button>
      )}
    </>
  );
}

/** One row for each rule that the record fails; the first carries the ID and the lines. */
function ExcludedRows({ record }: { record: ExcludedRow }) {
  const { open } = useEvidenceLinks();
  const at = address.registry(record.pointer);
  return record.diagnostics.map((diagnostic, i) => (
    <tr key={i} role="row" className={[i > 0 && "again", open === at && "sel"].filter(Boolean).join(" ") || undefined}>
      <th scope="row" role="rowheader" className="where">
        {i === 0 ? <Id id={record.id} /> : <span className="vh">{record.id}, as above</span>}
      </th>
      <td role="cell" className="why">
        <Prose text={diagnostic.message} />
      </td>
      <td role="cell" className="rule">
        <code title={diagnostic.rule}>{diagnostic.code}</code>
      </td>
      <td role="cell" className="mend">
        <Prose text={diagnostic.mend} />
      </td>
      <td role="cell" className="ln">
        {i === 0 && (
          <EvidenceLink address={at} of={record.id}>
            {lineRange(record.lines)}
          </EvidenceLink>
        )}
      </td>
    </tr>
  ));
}

function Id({ id }: { id: string }) {
  return id === "" ? <span className="q">an empty ID</span> : <Code className="id">{id}</Code>;
}
