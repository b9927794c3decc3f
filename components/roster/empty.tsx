import { Button } from "@/components/ui/button";
import { count } from "@/components/ui/format";
import { Statement } from "@/components/ui/statement";
import { Untrusted } from "@/components/ui/untrusted";
import type { Wanted } from "./select";

const NOBODY_YET = {
  code: "empty",
  title: "No agents registered yet",
  meaning: "The registry is there, it is complete, and it holds no record. That is not the same as a missing one.",
  next: "Nothing is wrong. When the squad registers its first agent, it appears here by itself.",
};

/** A registry without a record to show is not a missing one. */
export function Empty({ partial }: { partial: boolean }) {
  return partial ? (
    <div className="empty">
      <p>
        <b>No record of this registry is valid, so nobody can be shown.</b>
      </p>
      <p>Mend the excluded records above; the roster fills by itself.</p>
    </div>
  ) : (
    <Statement statement={NOBODY_YET} state="complete" />
  );
}

/** Nothing matches what the reader asked for: says what was asked, and offers the way back. */
export function NoMatch(props: { wanted: Wanted; all: number; partial: boolean; onClear: () => void }) {
  const text = props.wanted.q.trim();
  return (
    <div className="empty">
      <p>
        <b>
          {text === "" ? (
            "No agent matches these filters."
          ) : (
            <>
              No name or ID here contains “<Untrusted text={text} />
              ”.
            </>
          )}
        </b>{" "}
        {props.partial
          ? "Only the first rows have arrived yet; the rest is on its way."
          : `The search looks at names and IDs only. ${count(props.all, "agent")} ${props.all === 1 ? "is" : "are"} hidden by the filters.`}
      </p>
      <p className="acts">
        <Button onClick={props.onClear}>Show all</Button>
      </p>
    </div>
  );
}
