"use client";

import { useMemo } from "react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { searchParam } from "@/components/ui/search-param";
import { readSort, writeSort, type Sort } from "@/components/ui/sort";
import { BY_STATUS, SORT_KEYS, STATUSES, type SortKey, type Wanted } from "./select";

const PARSERS = {
  q: searchParam,
  status: parseAsStringLiteral(STATUSES),
  role: parseAsString.withDefault(""),
  universe: parseAsString.withDefault(""),
  sort: parseAsString.withDefault(""),
};

/** What the URL asks of the roster, and the way to ask for something else. Every change replaces the address in place. */
export function useWanted() {
  const [asked, set] = useQueryStates(PARSERS, { history: "replace", shallow: true, scroll: false });
  const sort = useMemo(() => readSort(asked.sort, SORT_KEYS, BY_STATUS), [asked.sort]);
  return {
    wanted: asked as Wanted,
    sort,
    want: (change: Partial<Wanted>) => void set(change),
    sortBy: (next: Sort<SortKey>) => void set({ sort: writeSort(next, BY_STATUS) || null }),
    clear: () => void set({ q: null, status: null, role: null, universe: null }),
  };
}

/** True when anything is filtered away. */
export function isFiltered({ q, status, role, universe }: Wanted): boolean {
  return q.trim() !== "" || status !== null || role !== "" || universe !== "";
}
