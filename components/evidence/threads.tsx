"use client";

import { useState } from "react";
import type { CommentLine, EvidenceData, EvidenceThread } from "@/lib/api/documents";
import { bytes, count, number } from "../ui/format";
import { Code } from "../ui/code";
import { State } from "../ui/state";
import { Visible } from "../ui/untrusted";
import { Stale, Title } from "../work/goal-row";
import { CommentRow } from "./comment-row";
import { threadSaid } from "./words";

/** Rows shown before the rest is asked for. */
const FIRST = 100;

/** Every thread that was read, what it came to, and the artifacts in it, newest first. */
export function Threads({ data }: { data: EvidenceData }) {
  const [all, setAll] = useState(false);
  const { threads } = data;
  const shown = all ? threads : threads.slice(0, FIRST);
  return (
    <section className="part">
      <h2>
        Threads <span className="n">{number(threads.length)}</span>
      </h2>
      <p>
        The comments of the goal issues.{" "}
        {data.exported
          ? "They come from files that the operator exported: each author is as stated in the file, and whoever can write there can name anyone."
          : "Each author and each editor is the account that GitHub names."}
      </p>
      {data.titles !== null && <Titles titles={data.titles} />}
      {threads.length > 0 && (
        <table className="tbl read comments" role="table">
          <caption className="vh">Threads and their activation artifacts</caption>
          <Heads first="Thread, artifact" />
          {shown.map((thread) => (
            <tbody key={thread.issue} role="rowgroup">
              <ThreadRow thread={thread} />
              {thread.lines
                .filter((line) => line.verdict !== "look-alike")
                .map((line) => (
                  <CommentRow key={line.id} line={line} />
                ))}
            </tbody>
          ))}
        </table>
      )}
      {shown.length < threads.length && (
        <p className="bar">
          <button type="button" className="more" onClick={() => setAll(true)}>
            Show all {count(threads.length, "thread")}
          </button>
        </p>
      )}
    </section>
  );
}

/** Where titles and states come from: they are shown as the file states them, and decide nothing. */
function Titles({ titles }: { titles: NonNullable<EvidenceData["titles"]> }) {
  if (titles.fault !== null)
    return (
      <p>
        <b>
          <Visible text={titles.fault.message} />
        </b>{" "}
        Issues are shown by their number, and no task depends on it.
      </p>
    );
  return (
    <p>
      Titles and states are as stated{" "}
      {titles.path === null ? (
        "by GitHub"
      ) : (
        <>
          in <Code>{titles.path}</Code>
        </>
      )}
      {titles.issues !== null && `, ${count(titles.issues, "issue")}`}
      {titles.path !== null && titles.size !== null && `, ${bytes(titles.size)}`}
      {titles.path !== null && titles.sha256 !== null && (
        <>
          , SHA-256 <code className="q">{titles.sha256}</code>
        </>
      )}
      . No task depends on them.
    </p>
  );
}

function ThreadRow({ thread }: { thread: EvidenceThread }) {
  const said = threadSaid(thread.goal);
  return (
    <tr role="row" className="th">
      <th scope="row" role="rowheader" className="it">
        <span className="no">#{thread.issue}</span> <Title of={thread} />
      </th>
      <td role="cell" className="verdict">
        {said.state === null ? said.word : <State state={said.state}>{said.word}</State>}
        <Stale issue={thread.issue} />
      </td>
      <td role="cell" className="whole" colSpan={3}>
        {thread.detail !== "" && <Visible text={thread.detail} />}
        {thread.comments !== null && `${count(thread.comments, "comment")} read`}
        {thread.size !== null && `, ${bytes(thread.size)}`}
        {thread.sha256 !== null && (
          <span className="hash">
            SHA-256 <code>{thread.sha256}</code>
          </span>
        )}
      </td>
      <td role="cell" className="ln" />
    </tr>
  );
}

/** Comments that hold an artifact's words but whose authors are not trusted here. */
export function Ignored({ ignored, wholly }: { ignored: readonly CommentLine[]; wholly: boolean }) {
  const [all, setAll] = useState(false);
  const shown = all ? ignored : ignored.slice(0, FIRST);
  return (
    <section className="part">
      <h2>
        Ignored comments <span className="n">{number(ignored.length)}</span>
      </h2>
      <p>
        {ignored.length === 0
          ? wholly
            ? "No comment of an untrusted author looks like an activation artifact."
            : "Not known: not every comment was read."
          : "They hold words of an activation artifact, and their authors are not trusted here. They are listed, never parsed, and cost nothing."}
      </p>
      {ignored.length > 0 && (
        <table className="tbl read comments" role="table">
          <caption className="vh">Comments that were ignored</caption>
          <Heads first="Comment" />
          <tbody role="rowgroup">
            {shown.map((line) => (
              <CommentRow key={line.id} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length < ignored.length && (
        <p className="bar">
          <button type="button" className="more" onClick={() => setAll(true)}>
            Show all {count(ignored.length, "ignored comment")}
          </button>
        </p>
      )}
    </section>
  );
}

function Heads({ first }: { first: string }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader" className="c-it">
          {first}
        </th>
        <th scope="col" role="columnheader" className="c-verdict">
          Verdict
        </th>
        <th scope="col" role="columnheader" className="c-by">
          Author
        </th>
        <th scope="col" role="columnheader" className="c-when">
          Created
        </th>
        <th scope="col" role="columnheader">
          Why
        </th>
        <th scope="col" role="columnheader" className="ln c-ln">
          Bytes
        </th>
      </tr>
    </thead>
  );
}
