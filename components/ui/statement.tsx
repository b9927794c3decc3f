import type { ReactNode } from "react";
import type { StateWord, Statement as StatementDoc } from "@/lib/api/documents";
import { State } from "./state";
import { Prose } from "./prose";

/** What a page says when it has nothing else to show: what happened, what it means, what to do next. `children` stand below it. */
export function Statement(props: { statement: StatementDoc; state?: StateWord; word?: string; children?: ReactNode }) {
  const { statement, state } = props;
  return (
    <section className="statement" aria-label={statement.title}>
      {state && <State state={state}>{props.word}</State>}
      <h2>
        <Prose text={statement.title} />
      </h2>
      <p>
        <Prose text={statement.meaning} />
      </p>
      {statement.next !== "" && (
        <p className="next">
          <b>What to do.</b> <Prose text={statement.next} />
        </p>
      )}
      {statement.help !== undefined && (
        <p>
          <a className="lk" href={statement.help} target="_blank" rel="noopener noreferrer">
            Authorise the token on GitHub
          </a>
        </p>
      )}
      {props.children}
      <p className="code">
        Code <code>{statement.code}</code>
      </p>
    </section>
  );
}
