import { Findings } from "@/components/ui/findings";
import { count } from "@/components/ui/format";
import { Prose } from "@/components/ui/prose";
import type { Diagnostic, HeldData } from "@/lib/api/documents";
import { address } from "@/lib/api/urls";
import { consequenceOf } from "./words";

const GONE = "continuity-agent-gone";

/** Why it is held: each rule that is broken with its consequence, and every place where it is. */
export function Reasons({ held }: { held: HeldData }) {
  const holding = held.findings.filter(({ severity }) => severity === "error");
  const others = held.findings.filter(({ severity }) => severity !== "error");
  const quoted = !held.withheld;
  return (
    <section className="findings" aria-labelledby="reasons">
      <h2 id="reasons">
        Why it is held <span className="n">{holding.length}</span>
      </h2>
      <ul className="reasons">
        {byRule(holding).map(({ code, rule }) => (
          <li key={code}>
            <p>
              <b>
                <Prose text={rule} />
              </b>{" "}
              <code>{code}</code>
            </p>
            <p className="q">{consequenceOf(code)}</p>
          </li>
        ))}
      </ul>
      {quoted && <Places caption="Where it does not follow" held={held} diagnostics={holding} />}
      {quoted && others.length > 0 && (
        <details>
          <summary>{count(others.length, "remark")} that would not have held it</summary>
          <Places caption="What is unusual besides" held={held} diagnostics={others} />
        </details>
      )}
      {held.withheld && (
        <p className="lead">
          The accepted registry was read with another credential. What it says is not quoted here, so neither is where
          the two differ.
        </p>
      )}
    </section>
  );
}

function Places(props: { caption: string; held: HeldData; diagnostics: readonly Diagnostic[] }) {
  const { caption, held, diagnostics } = props;
  // Who is gone has a record on the accepted side alone.
  const at = ({ code, pointer }: Diagnostic) => (code === GONE ? address.registry(pointer) : address.found(pointer));
  return (
    <Findings caption={caption} diagnostics={diagnostics} address={held.because === "registry" ? at : undefined} />
  );
}

function byRule(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [one.code, one])).values()];
}
