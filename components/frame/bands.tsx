"use client";

import { Seal } from "@/components/ui/state";
import { Prose } from "@/components/ui/prose";
import Link from "next/link";
import type { Band as BandDoc, StateWord } from "@/lib/api/documents";
import { pageUrl } from "@/lib/api/urls";
import { useRepositoryStatus } from "./status";

const SEALS: Partial<Record<BandDoc["code"], StateWord>> = { stale: "stale", expired: "unavailable", held: "held" };

/** What qualifies everything below: still reading, stale, exported, a working directory, open to the network. */
export function Bands() {
  const { repository, data } = useRepositoryStatus();
  const { bands } = data;
  if (bands.length === 0) return null;
  return (
    <section className="bands" aria-label="About this view">
      {bands.map((band) => (
        <Band key={`${band.code} ${band.title}`} band={band} repository={repository} />
      ))}
    </section>
  );
}

/** @param repository where a band's link leads into; without one it has none */
export function Band({ band, repository }: { band: BandDoc; repository?: string }) {
  const seal = SEALS[band.code];
  const { link } = band;
  return (
    <p className={`band ${band.tone}`}>
      <b>
        {seal && <Seal state={seal} small />}
        <Prose text={band.title} />
      </b>{" "}
      <span>
        <Prose text={band.text} />
        {link && repository !== undefined && (
          <>
            {" "}
            <Link className="lk" href={pageUrl.view(repository, link.view, link.evidence)} prefetch={false}>
              {link.text}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
