"use client";

import { Seal } from "@/components/ui/state";
import { Prose } from "@/components/ui/prose";
import type { Band as BandDoc } from "@/lib/api/documents";
import { useRepositoryStatus } from "./status";

const SEALS = { stale: "stale", expired: "unavailable" } as const;

/** What qualifies everything below: still reading, stale, exported, a working directory, open to the network. */
export function Bands() {
  const { bands } = useRepositoryStatus().data;
  if (bands.length === 0) return null;
  return (
    <section className="bands" aria-label="About this view">
      {bands.map((band) => (
        <Band key={`${band.code} ${band.title}`} band={band} />
      ))}
    </section>
  );
}

export function Band({ band }: { band: Pick<BandDoc, "code" | "tone" | "title" | "text"> }) {
  const seal = band.code === "stale" || band.code === "expired" ? SEALS[band.code] : null;
  return (
    <p className={`band ${band.tone}`}>
      <b>
        {seal && <Seal state={seal} small />}
        <Prose text={band.title} />
      </b>{" "}
      <span>
        <Prose text={band.text} />
      </span>
    </p>
  );
}
