"use client";

import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { Band } from "@/components/frame/bands";
import { Top } from "@/components/frame/top";
import { Chip, Chips } from "@/components/ui/chip";
import { NowProvider } from "@/components/ui/now";
import { Pick } from "@/components/ui/pick";
import { readSort, writeSort, type Sort } from "@/components/ui/sort";
import { STATE_WORDS } from "@/components/ui/state";
import type { ReposData, ReposDocument, StateWord } from "@/lib/api/documents";
import { useRepos } from "@/lib/api/hooks";
import { Hints, NoRepositories } from "./hints";
import { RoundLine } from "./round-line";
import { arrange, countStates, sayAll, SORT_KEYS, STATES, WORST_FIRST, type SortKey } from "./select";
import { OverviewTable } from "./table";

/** All repositories, worst first, each with what to do next. */
export function Overview({ initial }: { initial: ReposDocument }) {
  const { data } = useRepos(initial);
  const [state, setState] = useQueryState("state", parseAsStringLiteral(STATES));
  const [written, write] = useQueryState("sort", parseAsString.withDefault(""));
  const sort = readSort(written, SORT_KEYS, WORST_FIRST);
  const setSort = (next: Sort<SortKey>) => void write(writeSort(next, WORST_FIRST) || null);
  const rows = data.repositories;
  return (
    <NowProvider now={data.now}>
      <Top>
        <h1>Overview</h1>
        <p className="say">{sayAll(data)}</p>
      </Top>
      <main id="main" tabIndex={-1}>
        <Hints demo={data.demo} open={data.open} />
        {data.failing !== null && <Failing failing={data.failing} of={rows.length} />}
        {rows.length === 0 ? (
          <NoRepositories />
        ) : (
          <>
            <Bar
              counts={countStates(rows)}
              all={rows.length}
              state={state}
              onState={setState}
              sort={sort}
              onSort={setSort}
            />
            <OverviewTable groups={arrange(rows, state, sort)} sort={sort} onSort={setSort} state={state} />
          </>
        )}
      </main>
      <RoundLine data={data} />
    </NowProvider>
  );
}

/** What keeps repositories from being read at the moment, once for all of them. */
function Failing({ failing, of }: { failing: NonNullable<ReposData["failing"]>; of: number }) {
  const which =
    failing.repositories === of
      ? of === 1
        ? "The repository"
        : `All ${of} repositories`
      : `${failing.repositories} of ${of} repositories`;
  const text = `${failing.text} The last answers are shown, each with its age. Muster tries again by itself.`;
  return <Band band={{ code: "stale", tone: "earlier", title: `${which} could not be read at the last try`, text }} />;
}

function Bar(props: {
  counts: ReadonlyMap<StateWord, number>;
  all: number;
  state: StateWord | null;
  onState: (state: StateWord | null) => void;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
}) {
  const value = writeSort(props.sort, WORST_FIRST);
  return (
    <div className="bar">
      <Chips label="State">
        <Chip pressed={props.state === null} onPress={() => props.onState(null)} count={props.all}>
          All
        </Chip>
        {STATES.filter((word) => word !== "held" || props.counts.has(word)).map((word) => (
          <Chip
            key={word}
            seal={word}
            count={props.counts.get(word) ?? 0}
            pressed={props.state === word}
            onPress={() => props.onState(props.state === word ? null : word)}
          >
            {STATE_WORDS[word]}
          </Chip>
        ))}
      </Chips>
      <div className="end">
        <Pick
          label="Sort"
          value={value}
          options={SORTS.some((option) => option.value === value) ? SORTS : [...SORTS, { value, text: "by column" }]}
          onPick={(next) => props.onSort(readSort(next, SORT_KEYS, WORST_FIRST))}
        />
      </div>
    </div>
  );
}

const SORTS = [
  { value: "", text: "worst first" },
  { value: "state", text: "best first" },
  { value: "repository", text: "by name" },
  { value: "-unresolved", text: "most unresolved" },
  { value: "answer", text: "oldest answer" },
] as const;
