import { Chip, Chips } from "@/components/ui/chip";
import { Field } from "@/components/ui/field";
import { Pick } from "@/components/ui/pick";
import type { RegistryData } from "@/lib/api/documents";
import { STATUSES, type Index, type Wanted } from "./select";

export const STATUS_WORDS = { active: "Active", inactive: "Inactive", retired: "Retired" } as const;

/** Search over name and ID, status with counts, universe, role. */
export function RosterBar(props: {
  counts: RegistryData["counts"];
  all: number;
  index: Index;
  wanted: Wanted;
  onWant: (change: Partial<Wanted>) => void;
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
      <p className="end said" role="status">
        {props.said}
      </p>
    </div>
  );
}

function Values(props: { label: string; values: readonly string[]; value: string; onPick: (value: string) => void }) {
  const values =
    props.value === "" || props.values.includes(props.value) ? props.values : [...props.values, props.value];
  const options = [{ value: "", text: "any" }, ...values.map((value) => ({ value, text: value }))];
  return <Pick label={props.label} value={props.value} options={options} onPick={props.onPick} />;
}
