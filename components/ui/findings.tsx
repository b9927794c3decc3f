"use client";

import { useState } from "react";
import type { Diagnostic } from "@/lib/api/documents";
import { Code } from "./code";
import { EvidenceLink } from "./evidence-link";
import { count, number } from "./format";
import { Prose } from "./prose";

/** Findings shown before the reader asks for more. */
const STEP = 50;

/**
 * Every finding about one input: where, what is wrong and what was written there, under which code, and what would mend it.
 * @param address the evidence of a finding; leave it out where the input has none
 */
export function Findings(props: {
  caption: string;
  diagnostics: readonly Diagnostic[];
  address?: (diagnostic: Diagnostic) => string;
}) {
  const [shown, setShown] = useState(STEP);
  const { diagnostics, address } = props;
  return (
    <>
      <table className="ex finds" role="table">
        <caption className="vh">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="c-where">
              Where
            </th>
            <th scope="col" role="columnheader">
              What is wrong
            </th>
            <th scope="col" role="columnheader" className="c-code">
              Code
            </th>
            <th scope="col" role="columnheader" className="c-mend">
              What would mend it
            </th>
            {address && (
              <th scope="col" role="columnheader" className="ln c-ln">
                Evidence
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {diagnostics.slice(0, shown).map((diagnostic, i) => (
            <Row key={i} diagnostic={diagnostic} address={address} />
          ))}
        </tbody>
      </table>
      {diagnostics.length > shown && (
        <button type="button" className="more" onClick={() => setShown(shown + 4 * STEP)}>
          Show more: {number(diagnostics.length - shown)} of {count(diagnostics.length, "finding")} are not shown yet
        </button>
      )}
    </>
  );
}

function Row({ diagnostic, address }: { diagnostic: Diagnostic; address?: (diagnostic: Diagnostic) => string }) {
  const { pointer } = diagnostic;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="where">
        {pointer === "" ? "the whole file" : <Code className="id">{pointer}</Code>}
      </th>
      <td role="cell" className="why">
        {diagnostic.severity !== "error" && <span className="q">{WORDS[diagnostic.severity]}: </span>}
        <Prose text={diagnostic.message} />
        {diagnostic.value !== undefined && (
          <span className="val">
            {" "}
            <span className="q">Written:</span> <Code>{diagnostic.value}</Code>
          </span>
        )}
      </td>
      <td role="cell" className="rule">
        <code title={diagnostic.rule}>{diagnostic.code}</code>
      </td>
      <td role="cell" className="mend">
        <Prose text={diagnostic.mend} />
      </td>
      {address && (
        <td role="cell" className="ln">
          <EvidenceLink address={address(diagnostic)} of={pointer === "" ? "the whole file" : pointer}>
            show
          </EvidenceLink>
        </td>
      )}
    </tr>
  );
}

const WORDS = { error: "Error", warning: "Warning", note: "Note" } as const;
