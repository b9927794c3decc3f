"use client";

import { useMemo } from "react";
import { useRepositoryStatus } from "@/components/frame/status";
import { View } from "@/components/frame/view";
import { count, number } from "@/components/ui/format";
import type { RegistryData, RegistryDocument } from "@/lib/api/documents";
import { useRegistry, type Hydrated, type Shown } from "@/lib/api/hooks";
import { Banner } from "./banner";
import { RosterBar } from "./bar";
import { Empty, NoMatch } from "./empty";
import { Remarks } from "./remarks";
import { indexAgents, selectAgents, sortAgents } from "./select";
import { RosterTable } from "./table";
import { Unavailable } from "./unavailable";
import { isFiltered, useWanted } from "./use-wanted";

/** Who is on the squad: the valid records of one registry, what was excluded, or why there is no roster. */
export function Roster({ repository, page }: { repository: string; page: Hydrated<RegistryDocument> }) {
  const status = useRepositoryStatus();
  const shown = useRegistry(repository, status.snapshot, page);
  const { data } = shown.document;
  return (
    <View title={`Roster of ${repository}`} count={countOf(data)}>
      {shown.failed && (
        <p className="band" role="status">
          <b>The newest registry could not be fetched.</b> What is shown is the one before; Muster tries again.
        </p>
      )}
      {data.statement !== null ? (
        <Unavailable document={shown.document} statement={data.statement} />
      ) : (
        <Agents repository={repository} shown={shown} />
      )}
    </View>
  );
}

function Agents({ repository, shown }: { repository: string; shown: Shown<RegistryDocument> }) {
  const { data, diagnostics } = shown.document;
  const { wanted, sort, want, sortBy, clear } = useWanted();
  // Sorted before it is filtered, because a filter keeps the order and a letter in the search field then costs no sorting.
  const index = useMemo(() => indexAgents(sortAgents(data.agents, sort)), [data.agents, sort]);
  const rows = useMemo(() => selectAgents(index, wanted), [index, wanted]);
  const all = data.counts ? data.counts.active + data.counts.inactive + data.counts.retired : data.agents.length;
  const filtered = isFiltered(wanted);
  return (
    <>
      {data.outcome === "partial" && <Banner data={data} />}
      {all === 0 ? (
        <Empty partial={data.outcome === "partial"} />
      ) : (
        <>
          <RosterBar
            counts={data.counts}
            all={all}
            index={index}
            wanted={wanted}
            onWant={want}
            sort={sort}
            onSort={sortBy}
            said={saying(rows.length, all, filtered, shown.partial)}
          />
          {rows.length > 0 ? (
            <RosterTable
              repository={repository}
              rows={rows}
              all={filtered ? rows.length : all}
              sort={sort}
              onSort={sortBy}
            />
          ) : (
            <NoMatch wanted={wanted} all={all} partial={shown.partial} onClear={clear} />
          )}
        </>
      )}
      <Remarks diagnostics={diagnostics} />
    </>
  );
}

function saying(rows: number, all: number, filtered: boolean, partial: boolean): string {
  if (partial) return `first ${number(rows)} of ${number(all)}; the rest is on its way`;
  return filtered ? `${number(rows)} of ${number(all)} shown` : "";
}

function countOf(data: RegistryData): string | undefined {
  if (data.migration)
    return `${number(data.migration.ready)} of ${count(data.migration.total, "record")} would migrate`;
  if (data.total === null || data.counts === null) return undefined;
  const valid = data.counts.active + data.counts.inactive + data.counts.retired;
  return `${number(valid)} of ${count(data.total, "record")} valid`;
}
