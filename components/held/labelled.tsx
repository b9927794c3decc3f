import { useId, type ReactNode } from "react";
import { Visible } from "@/components/ui/untrusted";

interface Field {
  readonly id: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
}

/** A field with its label above it, what to write there below, and what is wrong with it beside that. */
export function Labelled(props: {
  label: string;
  hint?: string;
  /** What is wrong; null: nothing. */
  bad: string | null;
  children: (field: Field) => ReactNode;
}) {
  const { label, hint, bad } = props;
  const id = useId();
  const described = [hint === undefined ? null : `${id}-hint`, bad === null ? null : `${id}-bad`]
    .filter(Boolean)
    .join(" ");
  const field: Field = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": bad === null ? undefined : true,
  };
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {props.children(field)}
      {hint !== undefined && (
        <p className="q" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {bad !== null && (
        <p className="wrong" id={`${id}-bad`} role="alert">
          <Visible text={bad} />
        </p>
      )}
    </div>
  );
}
