"use client";

import { useState } from "react";
import type { EvidenceFile } from "@/lib/api/documents";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { useEvidenceLinks } from "../ui/evidence-context";
import { bytes, count, number, short } from "../ui/format";
import { State } from "../ui/state";
import { Visible } from "../ui/untrusted";

/** Rows shown before the rest is asked for. */
const FIRST = 100;

/** Every file that was read, with its verdict. */
export function Files({ files }: { files: readonly EvidenceFile[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? files : files.slice(0, FIRST);
  return (
    <section className="part">
      <h2>
        Files <span className="n">{number(files.length)}</span>
      </h2>
      <p>The registry, and the pictures that valid records name. No other file of the repository is asked for.</p>
      <table className="tbl read files-read" role="table">
        <caption className="vh">Files that were asked for</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="c-path">
              Path
            </th>
            <th scope="col" role="columnheader" className="c-verdict">
              Verdict
            </th>
            <th scope="col" role="columnheader">
              What was found
            </th>
            <th scope="col" role="columnheader" className="c-blob">
              Blob
            </th>
            <th scope="col" role="columnheader" className="num c-size">
              Size
            </th>
            <th scope="col" role="columnheader" className="ln c-ln">
              Bytes
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((file) => (
            <Row key={file.address} file={file} />
          ))}
        </tbody>
      </table>
      {shown.length < files.length && (
        <p className="bar">
          <button type="button" className="more" onClick={() => setAll(true)}>
            Show all {count(files.length, "file")}
          </button>
        </p>
      )}
    </section>
  );
}

function Row({ file }: { file: EvidenceFile }) {
  const { open } = useEvidenceLinks();
  return (
    <tr role="row" className={open === file.address ? "sel" : undefined}>
      <th scope="row" role="rowheader" className="path">
        <Code>{file.path}</Code>
      </th>
      <td role="cell" className="verdict">
        {file.state === null ? file.verdict : <State state={file.state}>{file.verdict}</State>}
      </td>
      <td role="cell" className="detail">
        <Visible text={file.detail} />
      </td>
      <td role="cell" className="blob">
        {file.oid !== null && <code title={file.oid}>{short(file.oid)}</code>}
      </td>
      <td role="cell" className="num size">
        {file.size !== null && bytes(file.size)}
      </td>
      <td role="cell" className="ln">
        {(file.oid !== null || file.what === "avatar") && (
          <EvidenceLink address={file.address} of={file.path}>
            show
          </EvidenceLink>
        )}
      </td>
    </tr>
  );
}
