"use client";

import { useState } from "react";
import type { CommentLine, Diagnostic, GoalDoc } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { findingAddress, placeSaid } from "../evidence/pointer";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { count } from "../ui/format";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { Ago } from "../ui/time";
import { Untrusted } from "../ui/untrusted";
import { Artifact } from "./goal-row";
import { Wide } from "./row";
import { goalNote, refusalSaid } from "./words";

/** Findings shown before the rest is asked for. */
const FIRST_FINDINGS = 20;
/** Look-alikes told here; the Evidence view has all. */
const FIRST_IGNORED = 3;

/** Why an artifact was refused: every failing row and rule, with the value as written. */
export function RefusalRow({ index, goal }: { index: number; goal: GoalDoc }) {
  return (
    <Wide index={index} className="ref">
      <p className="lead">{refusalSaid(goal)}</p>
      <Findings goal={goal} found={goal.diagnostics} />
    </Wide>
  );
}

/** Why a goal binds nobody, where no artifact says it itself. */
export function NoteRow({ index, goal }: { index: number; goal: GoalDoc }) {
  const note = goalNote(goal);
  const found = goal.diagnostics.filter((one) => one.severity !== "note");
  return (
    <Wide index={index} className={found.some((one) => one.severity === "error") ? "note-row bad" : "note-row"}>
      {note && (
        <p>
          <b>{note.lead}</b> {note.text}
        </p>
      )}
      <Findings goal={goal} found={found} />
    </Wide>
  );
}

function Findings({ goal, found }: { goal: GoalDoc; found: readonly Diagnostic[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? found : found.slice(0, FIRST_FINDINGS);
  if (found.length === 0) return null;
  return (
    <>
      <ul>
        {shown.map((one, i) => (
          <Finding key={i} goal={goal} found={one} />
        ))}
      </ul>
      {shown.length < found.length && (
        <button type="button" className="more" onClick={() => setAll(true)}>
          Show all {count(found.length, "finding")}
        </button>
      )}
    </>
  );
}

function Finding({ goal, found }: { goal: GoalDoc; found: Diagnostic }) {
  const link = found.pointer === "" ? null : findingAddress(goal.counted?.id ?? null, found.pointer);
  return (
    <li>
      <span className="ptr">
        {link !== null && (
          <EvidenceLink address={link} of={`goal #${goal.issue}`}>
            {placeSaid(found.pointer)}
          </EvidenceLink>
        )}
      </span>
      <span className="val">{found.value !== undefined && <Code>{found.value}</Code>}</span>
      <span className="say">
        <Prose text={found.message} />
      </span>
      <code className="rule" title={found.rule}>
        {found.code}
      </code>
    </li>
  );
}

/** Comments that look like artifacts but whose authors are not trusted here. It is no error of theirs. */
export function IgnoredRow({ index, goal }: { index: number; goal: GoalDoc }) {
  const { lookAlikes } = goal;
  const rest = lookAlikes.length - FIRST_IGNORED;
  return (
    <Wide index={index} className="ign">
      <p>
        <b>{count(lookAlikes.length, "look-alike")} ignored.</b>
      </p>
      {lookAlikes.slice(0, FIRST_IGNORED).map((line) => (
        <p key={line.id}>
          <LookAlike line={line} />
        </p>
      ))}
      {rest > 0 && <p>The Evidence view lists {rest === 1 ? "one more" : `${rest} more`}.</p>}
    </Wide>
  );
}

function LookAlike({ line }: { line: CommentLine }) {
  return (
    <>
      Comment {line.id}, <Ago at={line.createdAt} />, looks like an activation artifact. <Author line={line} />{" "}
      <EvidenceLink className="lk" address={address.comment(line.id, "")} of={`comment ${line.id}`}>
        Show it
      </EvidenceLink>
    </>
  );
}

function Author({ line }: { line: CommentLine }) {
  const { author } = line;
  if (author === null) return <>The source names no author, so nobody vouches for it.</>;
  return (
    <>
      Its author is <Untrusted text={author.login ?? "without a login"} />, account {author.id ?? "without a number"} (
      <Untrusted text={author.type ?? "no type"} />
      ), which is not trusted here.
    </>
  );
}

/** Older artifacts of the same thread, newest first; only the newest counts. */
export function HistoryRow({ index, goal }: { index: number; goal: GoalDoc }) {
  const older = goal.goal === "conflict" ? "artifact" : "older artifact";
  return (
    <Wide index={index} className="hist">
      <details>
        <summary>
          <Icon name="right" /> {count(goal.history.length, older)}
        </summary>
        <ul>
          {goal.history.map((line) => (
            <li key={line.id}>
              <Artifact line={line} />
              <span className="q">{VERDICTS[line.verdict]}</span>
              <EvidenceLink address={address.comment(line.id, "")} of={`comment ${line.id}`}>
                comment
              </EvidenceLink>
            </li>
          ))}
        </ul>
      </details>
    </Wide>
  );
}

const VERDICTS: Readonly<Record<CommentLine["verdict"], string>> = {
  accepted: "holds, replaced by a newer one",
  refused: "refused",
  "pre-provenance": "before identity provenance",
  "look-alike": "ignored",
};
