import { Fragment } from "react";
import type { EpicDoc, WorkData } from "@/lib/api/documents";
import { Code } from "../ui/code";
import { count } from "../ui/format";
import { Icon } from "../ui/icon";
import { visible } from "../ui/visible";
import { Untrusted } from "../ui/untrusted";
import { Title } from "./goal-row";
import { IssueNumber } from "./issue-number";
import { Cell, Head, Row } from "./row";

/** An epic: its tasks fold away; the exact set of IDs it names, and whether that set is partial. */
export function EpicRow(props: {
  index: number;
  epic: EpicDoc;
  data: WorkData;
  shown: number;
  folded: boolean;
  onFold: () => void;
}) {
  const { epic, folded, shown } = props;
  const part = shown < epic.tasks.length;
  return (
    <Row index={props.index} className="ep">
      <Head className="it">
        <button type="button" aria-expanded={!folded} aria-label={`Epic ${visible(epic.epic)}`} onClick={props.onFold}>
          <Icon name={folded ? "right" : "down"} />
        </button>
        <span className="ek">
          <Untrusted text={epic.epic} />
        </span>
        <IssueNumber data={props.data} issue={epic.issue} /> <Title of={epic} />
        {(folded || part) && (
          <span className="q">
            {part ? `${shown} of ` : ""}
            {count(epic.tasks.length, "task")}
          </span>
        )}
      </Head>
      <Cell className="set">
        {epic.agentIds.length > 0 && (
          <>
            <span className="lbl">{epic.partial ? "partial set" : "set"}</span>{" "}
            <IdSet ids={epic.agentIds} who={props.data.who} />
          </>
        )}
        {epic.agentIds.length === 0 && epic.partial && <span className="lbl">partial set, no IDs</span>}
      </Cell>
    </Row>
  );
}

function IdSet({ ids, who }: { ids: readonly string[]; who: WorkData["who"] }) {
  return ids.map((id, i) => (
    <Fragment key={id}>
      {i > 0 && ", "}
      <Code>{id}</Code>
      {Object.hasOwn(who, id) && who[id]?.status === "retired" && (
        <span className="dg">
          <span aria-hidden="true">†</span>
          <span className="vh"> (retired)</span>
        </span>
      )}
    </Fragment>
  ));
}
