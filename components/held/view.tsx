"use client";

import { useEffect, useRef, useState } from "react";
import { useRepositoryStatus } from "@/components/frame/status";
import { View } from "@/components/frame/view";
import { count } from "@/components/ui/format";
import { State } from "@/components/ui/state";
import { Instant } from "@/components/ui/time";
import { useBaseline } from "@/lib/api/baseline";
import type { AcceptedSide, BaselineDocument, DecisionLine, HeldData } from "@/lib/api/documents";
import { Decisions } from "./decisions";
import { Diff } from "./diff";
import { Reasons } from "./findings";
import { DecisionForm } from "./form";
import { Sides } from "./sides";

/** What is held, why, against what, and the way to decide it; or that nothing is. Past decisions stand below either. */
export function HeldView({ repository, page }: { repository: string; page: BaselineDocument }) {
  const { snapshot, data: status } = useRepositoryStatus();
  const { data } = useBaseline(repository, snapshot, page);
  const [made, setMade] = useState<{ readonly about: string; readonly decision: DecisionLine } | null>(null);
  const { held, decisions } = data;
  const decided = made?.decision ?? null;
  // A decision that was just made stands there until the server's own list names it.
  const listed =
    decided === null || decisions?.some(({ id }) => id === decided.id) ? decisions : [decided, ...(decisions ?? [])];
  // Until the page has asked again it still holds what was just decided.
  const over = held !== null && made?.about === held.id;
  return (
    <View title={`Held of ${repository}`} className="held" count={countOf(held)}>
      {decided !== null && <Done decision={decided} />}
      {held !== null && !over ? (
        <>
          <Head held={held} />
          <Reasons held={held} />
          <Sides
            held={held}
            repository={repository}
            since={held.because === "registry" ? status.registry.since : null}
          />
          {held.diff !== null && <Diff diff={held.diff} />}
          <DecisionForm repository={repository} held={held} operator={data.operator} onDecided={setMade} />
        </>
      ) : (
        decided === null && <Nothing baseline={data.baseline} />
      )}
      <Decisions decisions={listed} />
    </View>
  );
}

function Head({ held }: { held: HeldData }) {
  return (
    <section className="statement" aria-labelledby="held">
      <State state="held" />
      <h2 id="held">{held.moved.charAt(0).toUpperCase() + held.moved.slice(1)}</h2>
      <p>{inForce(held)} Nothing of what is there now is taken.</p>
      <p className="next">
        <b>What to do.</b>{" "}
        {held.because === "repository"
          ? "Find out whether the other repository is meant. If it is not, have the name put right on GitHub."
          : "If it was not meant, have the registry put right in the repository: it is taken by itself as soon as it follows again."}{" "}
        If it is meant, accept it at the end of this page.
      </p>
    </section>
  );
}

function inForce({ withheld, accepted: { revision } }: HeldData): string {
  if (revision === null) return "No complete registry of the accepted repository was read yet, so nobody is shown.";
  return withheld
    ? `Revision ${revision} stays in force. It was read with another credential, so nothing of it is shown to this one.`
    : `Revision ${revision} stays what everyone sees, and work resolves against it.`;
}

/** Said once, where the reader stands: the form that was there has gone. */
function Done({ decision }: { decision: DecisionLine }) {
  const said = useRef<HTMLElement>(null);
  useEffect(() => said.current?.focus(), []);
  const { after } = decision;
  const what = after?.revision == null ? `Repository ${after?.repositoryId ?? ""}` : `Revision ${after.revision}`;
  return (
    <section className="statement done" role="status" tabIndex={-1} ref={said} aria-labelledby="done">
      <h2 id="done">{what} is accepted</h2>
      <p>
        It was recorded at <Instant at={decision.at} /> and stands below.{" "}
        {after?.revision == null
          ? "Its first complete registry is what everyone sees."
          : "Everyone sees it from now on."}
      </p>
    </section>
  );
}

function Nothing({ baseline }: { baseline: AcceptedSide | null }) {
  return (
    <section className="statement" aria-labelledby="nothing">
      <h2 id="nothing">Nothing is held</h2>
      <p>
        {baseline === null
          ? "No complete registry was accepted yet. The first one is accepted as it is."
          : "What the source gives follows what was accepted before, so there is nothing to decide."}
      </p>
      {baseline?.revision != null && (
        <p>
          Later registries are compared with revision {baseline.revision}
          {baseline.acceptedAt !== null && (
            <>
              , accepted at <Instant at={baseline.acceptedAt} />
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}

function countOf(held: HeldData | null): string | undefined {
  if (held === null) return undefined;
  return count(held.findings.filter(({ severity }) => severity === "error").length, "finding");
}
