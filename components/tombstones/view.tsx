"use client";

import { useMemo, useState } from "react";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import type { RegistryData, RegistryDocument, WorkDocument } from "@/lib/api/documents";
import { useRegistry, useWork, type Hydrated } from "@/lib/api/hooks";
import { NoIdentity } from "../agent/no-identity";
import { useRepositoryStatus } from "../frame/status";
import { View } from "../frame/view";
import { Button } from "../ui/button";
import { searchParam } from "../ui/search-param";
import { unresolvedSaid } from "../work/words";
import { Chip, Chips } from "../ui/chip";
import { Field } from "../ui/field";
import { count } from "../ui/format";
import { useNow } from "../ui/now";
import { Pick } from "../ui/pick";
import { makeAxis } from "./axis";
import { BOUND, hasOpenWork, isNothingBound, pick, stillBound, TOMB_SORTS, tombstones, type Tombstone } from "./rows";
import { StillBoundTable } from "./still-bound";
import { TombTable } from "./table";

const PARAMS = {
  q: searchParam,
  bound: parseAsStringLiteral(BOUND),
  sort: parseAsStringLiteral(TOMB_SORTS).withDefault("retired"),
};
const SORT_WORDS = {
  retired: "retired last first",
  served: "served longest first",
  open: "most open work first",
  name: "by last name",
} as const;
/** Rows shown before the rest is asked for. */
const FIRST = 200;

/** Who used to be here: when they served, what they were called last, and which work is still bound to their IDs. */
export function TombstonesView(props: {
  repository: string;
  registry: Hydrated<RegistryDocument>;
  work: Hydrated<WorkDocument>;
}) {
  const { repository } = props;
  const { snapshot } = useRepositoryStatus();
  const registry = useRegistry(repository, snapshot, props.registry);
  const work = useWork(repository, snapshot, props.work);
  const { data } = registry.document;
  const still = useMemo(() => stillBound(data, work.document.data), [data, work.document.data]);
  const all = useMemo(() => tombstones(data, still), [data, still]);
  const arriving = registry.partial || work.partial;
  return (
    <View title={`Tombstones of ${repository}`} count={countSaid(data, all.length, arriving)}>
      {data.statement !== null ? (
        <NoIdentity
          repository={repository}
          statement={data.statement}
          so="So who used to be here is not known, and no name is shown from anywhere else."
        />
      ) : (
        <>
          {data.outcome === "partial" && <Incomplete data={data} />}
          {all.length === 0 ? <Nobody data={data} arriving={arriving} /> : <Rows repository={repository} all={all} />}
          {arriving && all.length > 0 && (
            <p className="empty" role="status">
              The rest of the records and tasks is on its way.
            </p>
          )}
          {data.outcome === "complete" && all.length > 0 && <NotKnown data={data} work={work.document.data} />}
          <StillBoundTable repository={repository} tasks={still} />
        </>
      )}
    </View>
  );
}

function Rows({ repository, all }: { repository: string; all: readonly Tombstone[] }) {
  const [query, set] = useQueryStates(PARAMS, { history: "replace", shallow: true, clearOnDefault: true });
  const [more, setMore] = useState(false);
  const now = useNow();
  const rows = useMemo(() => pick(all, query), [all, query]);
  // The axis is that of all tombstones, so that a filter never moves a bar.
  const axis = useMemo(() => makeAxis([...all.flatMap(({ created, retired }) => [created, retired]), now]), [all, now]);
  const known = all.every(({ bound }) => bound !== null);
  const shown = more ? rows : rows.slice(0, FIRST);
  return (
    <>
      <div className="bar">
        <Field slash className="q" label="Name or ID" value={query.q} onChange={(q) => void set({ q })} />
        <Chips label="Bound work">
          <Chip pressed={query.bound === null} onPress={() => void set({ bound: null })} count={all.length}>
            All
          </Chip>
          {known && (
            <>
              <Chip
                pressed={query.bound === "open"}
                onPress={() => void set({ bound: query.bound === "open" ? null : "open" })}
                count={all.filter(hasOpenWork).length}
              >
                With open work
              </Chip>
              <Chip
                pressed={query.bound === "none"}
                onPress={() => void set({ bound: query.bound === "none" ? null : "none" })}
                count={all.filter(isNothingBound).length}
              >
                Nothing bound
              </Chip>
            </>
          )}
        </Chips>
        <div className="end">
          <Pick
            label="Sort"
            value={query.sort}
            options={TOMB_SORTS.map((value) => ({ value, text: SORT_WORDS[value] }))}
            onPick={(value) => void set({ sort: TOMB_SORTS.find((sort) => sort === value) ?? null })}
          />
          <Button onClick={() => print()}>Print</Button>
        </div>
      </div>
      {rows.length === 0 || axis === null ? (
        <div className="empty">
          <p>
            <b>No tombstone fits.</b> {count(all.length, "retired agent")} {all.length === 1 ? "was" : "were"} looked
            through.
          </p>
          <p>
            <Button onClick={() => void set({ q: null, bound: null })}>Show all</Button>
          </p>
        </div>
      ) : (
        <TombTable repository={repository} rows={shown} axis={axis} />
      )}
      {shown.length < rows.length && (
        <p className="bar">
          <button type="button" className="more" onClick={() => setMore(true)}>
            Show all {count(rows.length, "tombstone")}
          </button>
        </p>
      )}
    </>
  );
}

/** What a partial registry leaves unknown about the past. */
function Incomplete({ data }: { data: RegistryData }) {
  return (
    <section className="waiting" aria-label="Identity incomplete">
      <p>
        <b>Identity incomplete.</b> {count(data.excluded.length, "record")} {data.excluded.length === 1 ? "is" : "are"}{" "}
        excluded, and a tombstone among them would be missing here. No binding resolves until all are valid, so what is
        still bound to these agents is not known.
      </p>
    </section>
  );
}

/** What keeps "nothing bound" from being certain although the registry is complete. */
function NotKnown({ data, work }: { data: RegistryData; work: WorkDocument["data"] }) {
  const unresolved = work.counts.unresolved - work.counts.conflict;
  if (data.tasksUnknown !== null)
    return <p className="empty">What is still bound to these agents is not known: {data.tasksUnknown}</p>;
  if (unresolved === 0) return null;
  return <p className="empty">{unresolvedSaid(unresolved)}</p>;
}

function Nobody({ data, arriving }: { data: RegistryData; arriving: boolean }) {
  if (arriving && (data.counts?.retired ?? 0) > 0)
    return (
      <p className="empty" role="status">
        {count(data.counts?.retired ?? 0, "tombstone")}, on the way.
      </p>
    );
  return (
    <div className="empty">
      <p>
        <b>Nobody has retired.</b> {count(data.total ?? 0, "record")} of this registry {data.total === 1 ? "is" : "are"}{" "}
        active or inactive{data.outcome === "partial" && ", or excluded"}.
      </p>
      <p>An agent that retires keeps its record, its ID and its last name, and stands here from then on.</p>
    </div>
  );
}

function countSaid(data: RegistryData, shown: number, arriving: boolean): string | undefined {
  if (data.statement !== null) return undefined;
  return count(arriving ? (data.counts?.retired ?? shown) : shown, "tombstone");
}
