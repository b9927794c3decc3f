"use client";

import { useQueryStates } from "nuqs";
import type { WorkCounts } from "@/lib/api/documents";
import { Chip, Chips } from "../ui/chip";
import { Field } from "../ui/field";
import { Pick } from "../ui/pick";
import { Seg } from "../ui/seg";
import { workParams } from "./params";
import { OUTCOMES, SORTS, TURNS } from "./types";
import { apart, outcomeSaid } from "./words";

/** What the address asks of Work, and how to change it without a round trip. */
export function useWorkQuery() {
  return useQueryStates(workParams, { history: "replace", shallow: true, clearOnDefault: true });
}

/** Search, outcome, turn and order of the Work view; all of it lives in the address. */
export function WorkTools({ counts }: { counts: WorkCounts }) {
  const [query, set] = useWorkQuery();
  const each = apart(counts);
  const byName = query.by === "agent";
  return (
    <div className="bar">
      <Field slash className="q" label="Issue, title, name or ID" value={query.q} onChange={(q) => void set({ q })} />
      <Chips label="Outcome">
        <Chip pressed={query.outcome === null} onPress={() => void set({ outcome: null })} count={counts.total}>
          All
        </Chip>
        {OUTCOMES.map((outcome) => (
          <Chip
            key={outcome}
            seal={outcomeSaid(outcome).state}
            pressed={query.outcome === outcome}
            onPress={() => void set({ outcome: query.outcome === outcome ? null : outcome })}
            count={each[outcome]}
          >
            {outcomeSaid(outcome).word}
          </Chip>
        ))}
      </Chips>
      <div className="end">
        <Seg
          label="Turn"
          value={query.by}
          options={[
            { value: "goal", text: "By goal" },
            { value: "agent", text: "By agent" },
          ]}
          onPick={(value) => void set({ by: TURNS.find((turn) => turn === value) ?? null })}
        />
        <Pick
          label="Sort"
          value={query.sort}
          options={[
            { value: "worst", text: "worst first" },
            { value: "number", text: byName ? "by name" : "by number" },
          ]}
          onPick={(value) => void set({ sort: SORTS.find((sort) => sort === value) ?? null })}
        />
      </div>
    </div>
  );
}
