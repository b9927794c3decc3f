"use client";

import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { State } from "@/components/ui/state";
import { Visible } from "@/components/ui/untrusted";
import { useDecide } from "@/lib/api/baseline";
import type { DecisionLine, HeldData, Problem } from "@/lib/api/documents";
import { buttonSaid, followsSaid, oneLine } from "./form-words";
import { Labelled } from "./labelled";

/** Who decides, and what happened to what they sent. */
interface Props {
  readonly repository: string;
  readonly held: HeldData;
  /** The server was given an operator's token. */
  readonly operator: boolean;
  readonly onDecided: (made: { readonly about: string; readonly decision: DecisionLine }) => void;
}

/** Where an operator accepts what is there as the new baseline, with what follows from it said before. */
export function DecisionForm(props: Props) {
  return (
    <section className="part decide" aria-labelledby="decide">
      <h2 id="decide">Accept it</h2>
      <ul className="follows">
        {followsSaid(props.held).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {props.operator ? (
        <Fields {...props} />
      ) : (
        <p>
          <b>Nobody can decide here yet.</b> This server was started without an operator’s token. Set{" "}
          <code>MUSTER_OPERATOR_TOKEN</code> to a secret of at least 16 characters and start Muster again. Until then
          the last accepted registry stays what everyone sees.
        </p>
      )}
    </section>
  );
}

function Fields({ repository, held, onDecided }: Props) {
  const decide = useDecide(repository);
  const who = useRef<HTMLInputElement>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const said = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [seen, setSeen] = useState(held.id);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const ready = useReady();
  // Whoever hears the page is told at once, and stands where it can be put right.
  useEffect(() => {
    if (problem === null) return;
    const fields = { who, why, token } as const;
    const first = fieldsOf(problem)[0];
    (first === undefined ? said : fields[first]).current?.focus();
  }, [problem]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || seen !== held.id) return;
    setBusy(true);
    const secret = token.current?.value ?? "";
    const ask = { held: seen, who: oneLine(who.current?.value ?? ""), why: oneLine(why.current?.value ?? "") };
    const answer = await decide({ ...ask, token: secret });
    // It is needed for one answer, and kept for none.
    if (token.current !== null) token.current.value = "";
    setBusy(false);
    if (answer.ok) onDecided({ about: seen, decision: answer.decision });
    else setProblem(answer.problem);
  };
  const bad = problem === null ? [] : fieldsOf(problem);
  const detail = (name: string) => problem?.errors?.find(({ pointer }) => pointer === `/${name}`)?.detail ?? null;
  const moved = seen !== held.id;
  const refused = problem?.code === "baseline-moved";
  const look = () => {
    setSeen(held.id);
    setProblem(null);
    submit.current?.focus();
  };
  return (
    <form method="post" onSubmit={(event) => void send(event)}>
      <fieldset disabled={!ready}>
        <legend className="vh">Your decision</legend>
        <Labelled label="Your name" bad={detail("who")}>
          {(field) => <input ref={who} {...field} type="text" maxLength={100} required autoComplete="name" />}
        </Labelled>
        <Labelled
          label="Why"
          hint="Up to 1,000 characters. It is shown to everyone who reads this page."
          bad={detail("why")}
        >
          {(field) => <textarea ref={why} {...field} rows={3} maxLength={1000} required />}
        </Labelled>
        <Labelled
          label="Operator token"
          hint="It is sent once and kept nowhere."
          bad={bad.includes("token") ? (problem?.detail ?? null) : null}
        >
          {(field) => (
            <input
              ref={token}
              {...field}
              type="password"
              autoComplete="off"
              spellCheck={false}
              maxLength={1000}
              pattern="[\x21-\x7e]+"
              title="Letters, digits and signs, without spaces"
              required
            />
          )}
        </Labelled>
        {(moved || refused) && (
          <div className="moved" role="alert" tabIndex={-1} ref={said}>
            <State state="held">It is another difference now</State>
            <p>What is held has changed since you opened this form. See above what it is now before you decide.</p>
            {moved && <Button onClick={look}>I have seen it</Button>}
          </div>
        )}
        <p className="acts">
          <button type="submit" className="btn main" aria-disabled={busy || moved} ref={submit}>
            {busy ? "Recording…" : buttonSaid(held)}
          </button>
        </p>
        {problem !== null && !refused && !bad.includes("token") && (
          <p className="wrong" role="alert" tabIndex={-1} ref={said}>
            <b>
              <Visible text={problem.title} />.
            </b>{" "}
            <Visible text={problem.detail} /> <code>{problem.code}</code>
          </p>
        )}
      </fieldset>
    </form>
  );
}

type Name = "who" | "why" | "token";

/** The fields that a problem is about, in the order in which they stand. */
function fieldsOf({ code, errors = [] }: Problem): readonly Name[] {
  if (code === "not-operator") return ["token"];
  return (["who", "why"] as const).filter((name) => errors.some(({ pointer }) => pointer === `/${name}`));
}

/** Until the page has come alive the browser would send the form by itself, which is no decision. */
function useReady(): boolean {
  return useSyncExternalStore(never, yes, no);
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;
