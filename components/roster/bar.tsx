import { useMemo } from "react";
import { Chip, Chips } from "@/components/ui/chip";
import { Field } from "@/components/ui/field";
import { Pick } from "@/components/ui/pick";
import type { RegistryData } from "@/lib/api/documents";
import { readSort, writeSort, type Sort } from "@/components/ui/sort";
import { BY_STATUS, SORT_KEYS, STATUSES, type Index, type SortKey, type Wanted } from "./select";

export const STATUS_WORDS = { active: "Active", inactive: "Inactive", retired: "Retired" } as const;

/** Search over name and ID, status with counts, universe, role. */
export function RosterBar(props: {
  counts: RegistryData["counts"];
  all: number;
  index: Index;
  wanted: Wanted;
  onWant: (change: Partial<Wanted>) => void;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
  said: string;
}) {
  const { wanted, onWant, index } = props;
  return (
    <div className="bar">
      <Field className="q" label="Name or ID" slash value={wanted.q} onChange={(q) => onWant({ q })} />
      <Chips label="Status">
        <Chip pressed={wanted.status === null} onPress={() => onWant({ status: null })} count={props.all}>
          All
        </Chip>
        {STATUSES.map((status) => (
          <Chip
            key={status}
            seal={status === "retired" ? "retired" : undefined}
            pressed={wanted.status === status}
            onPress={() => onWant({ status: wanted.status === status ? null : status })}
            count={props.counts?.[status] ?? null}
          >
            {STATUS_WORDS[status]}
          </Chip>
        ))}
      </Chips>
      <Values
        label="Universe"
        values={index.universes}
        value={wanted.universe}
        onPick={(universe) => onWant({ universe })}
      />
      <Values label="Role" values={index.roles} value={wanted.role} onPick={(role) => onWant({ role })} />
      <span className="resort">
        <Resort sort={props.sort} onSort={props.onSort} />
      </span>
      <p className="end shown-of" role="status">
        {props.said}
      </p>
    </div>
  );
}

function Values(props: { label: string; values: readonly string[]; value: string; onPick: (value: string) => void }) {
  const { label, values, value, onPick } = props;
  const options = useMemo(() => {
    const offered = value === "" || values.includes(value) ? values : [...values, value];
    return [{ value: "", text: "any" }, ...offered.map((one) => ({ value: one, text: one }))];
  }, [values, value]);
  return <Pick label={label} value={value} options={options} onPick={onPick} />;
}

/** Sorting for screens without column heads. */
function Resort({ sort, onSort }: { sort: Sort<SortKey>; onSort: (sort: Sort<SortKey>) => void }) {
  const value = writeSort(sort, BY_STATUS);
  const options = SORTS.some((option) => option.value === value) ? SORTS : [...SORTS, { value, text: "by column" }];
  return (
    <Pick
      label="Sort"
      value={value}
      options={options}
      onPick={(next) => onSort(readSort(next, SORT_KEYS, BY_STATUS))}
    />
  );
}

const SORTS = [
  { value: "", text: "by status" },
  { value: "name", text: "by name" },
  { value: "id", text: "by ID" },
  { value: "role", text: "by role" },
  { value: "since", text: "newest" },
  { value: "-since", text: "longest here" },
  { value: "-tasks", text: "most tasks" },
  { value: "lines", text: "as in the file" },
] as const;
