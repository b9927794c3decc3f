"use client";

import { Fragment, type ReactNode } from "react";
import { Ticking } from "@/components/ui/now";
import { count, short } from "@/components/ui/format";
import { Seal } from "@/components/ui/state";
import { Ago, Since } from "@/components/ui/time";
import type { Freshness, StatusDocument } from "@/lib/api/documents";
import { LookAgain } from "./look-again";
import { useRepositoryStatus } from "./status";

/** Closes every view of a repository: what was read, at which commit, when it was last confirmed, and how; at the right one count. */
export function Provenance({ count: right }: { count?: ReactNode }) {
  const status = useRepositoryStatus();
  return (
    <footer className="prov">
      <p>
        <Ticking>
          {parts(status).map((part, i) => (
            <Fragment key={i}>
              {i > 0 && <i aria-hidden="true">·</i>}
              <span>{part}</span>
            </Fragment>
          ))}
        </Ticking>
        <LookAgain repository={status.repository} />
      </p>
      {right !== undefined && <p className="r">{right}</p>}
    </footer>
  );
}

function parts(status: StatusDocument): readonly ReactNode[] {
  const { data, pin } = status;
  const said: ReactNode[] = [];
  if (data.registry.state === "stale" || data.registry.state === "expired")
    said.push(
      <span className="state stale">
        <Seal state="stale" small /> <span>{data.registry.state === "stale" ? "Stale" : "Expired"}</span>
      </span>,
    );
  if (data.identity.state === "held")
    said.push(
      <span className="state held">
        <Seal state="held" small /> <span>Held</span>
      </span>,
    );
  said.push(data.revision === null ? "registry" : `registry r${data.revision}`);
  if (pin?.kind === "commit") said.push(<code title={pin.sha}>{short(pin.sha)}</code>);
  if (pin?.kind === "worktree")
    said.push(
      <>
        working directory <code title={pin.digest}>{short(pin.digest)}</code>
      </>,
    );
  if (data.identity.state === "held") {
    said.push("last accepted");
    if (data.registry.answeredAt !== null) said.push(verified(data.registry, true));
  } else {
    said.push(verified(data.registry));
    const answer = ANSWERS[data.registry.answer ?? "none"];
    if (answer) said.push(answer);
  }
  const threads = data.threads;
  if (threads.total > 0)
    said.push(
      threads.read === threads.total
        ? `${count(threads.total, "thread")} read`
        : `threads ${threads.read} of ${threads.total} read`,
    );
  return said;
}

const ANSWERS: Readonly<Record<NonNullable<Freshness["answer"]> | "none", string | null>> = {
  value: "read then",
  unchanged: "unchanged",
  absent: "not there",
  denied: "no access",
  unfit: "not fit to read",
  none: null,
};

/** @param held what is shown was not verified, since the source gives something else: it was asked, and that is all */
function verified(freshness: Freshness, held = false): ReactNode {
  if (freshness.answeredAt === null) return "not read yet";
  if (freshness.failing)
    return (
      <>
        last answer <Ago at={freshness.answeredAt} />, failing for <Since at={freshness.failing.since} />
      </>
    );
  const confirmed = !held && (freshness.answer === "value" || freshness.answer === "unchanged");
  return (
    <>
      {confirmed ? "verified" : "asked"} <Ago at={freshness.answeredAt} />
    </>
  );
}
