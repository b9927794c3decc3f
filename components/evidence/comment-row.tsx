import type { CommentLine } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { EvidenceLink } from "../ui/evidence-link";
import { useEvidenceLinks } from "../ui/evidence-context";
import { count } from "../ui/format";
import { Prose } from "../ui/prose";
import { State } from "../ui/state";
import { Ago, DateOf } from "../ui/time";
import { Untrusted, Visible } from "../ui/untrusted";
import { phasesSaid } from "../work/words";
import { accountSaid, commentSaid, standingSaid } from "./words";

/** One comment that is an artifact or looks like one: who wrote it, what it came to, and whether it counts. */
export function CommentRow({ line }: { line: CommentLine }) {
  const { open } = useEvidenceLinks();
  const link = address.comment(line.id, "");
  const said = commentSaid(line);
  return (
    <tr role="row" className={open === link ? "cm sel" : "cm"}>
      <th scope="row" role="rowheader" className="it">
        comment {line.id}
        <span className="sub">
          <What line={line} />
        </span>
      </th>
      <td role="cell" className="verdict">
        {said.state === null ? said.word : <State state={said.state}>{said.word}</State>}
        <span className="sub">{standingSaid(line)}</span>
      </td>
      <td role="cell" className="by">
        <Account line={line} />
      </td>
      <td role="cell" className="when">
        <Ago at={line.createdAt} />
        <span className="sub">
          <DateOf at={line.createdAt} />
          {line.edited && ", edited"}
        </span>
      </td>
      <td role="cell" className="why">
        <Why line={line} />
      </td>
      <td role="cell" className="ln">
        <EvidenceLink address={link} of={`comment ${line.id}`}>
          show
        </EvidenceLink>
      </td>
    </tr>
  );
}

function What({ line }: { line: CommentLine }) {
  if (line.verdict === "look-alike") return <>on issue #{line.issue}</>;
  const phases = phasesSaid(line);
  return (
    <>
      {line.kind === null ? "no activation envelope" : <code>{line.kind}</code>}
      {line.revision !== null && `, r${line.revision}`}
      {phases !== "" && `, ${phases}`}
      {line.declared > 0 && `, ${count(line.declared, "row")}`}
    </>
  );
}

function Account({ line }: { line: CommentLine }) {
  const { account, login } = accountSaid(line);
  return (
    <>
      <Visible text={account} />
      {login !== null && (
        <span className="sub">
          <Untrusted text={login} title />
        </span>
      )}
    </>
  );
}

function Why({ line }: { line: CommentLine }) {
  const first = line.diagnostics[0];
  if (first !== undefined)
    return (
      <>
        <Prose text={first.message} />
        {line.diagnostics.length > 1 && ` And ${count(line.diagnostics.length - 1, "finding")} more.`}
      </>
    );
  if (line.verdict === "look-alike") return <>Its author is not trusted here, so it was not parsed.</>;
  if (line.verdict === "accepted")
    return line.counts ? <>Every row and every rule holds.</> : <>A newer artifact of this goal counts.</>;
  return null;
}
