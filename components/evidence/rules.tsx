import type { Diagnostic, PieceData } from "@/lib/api/documents";
import { Code } from "../ui/code";
import { number } from "../ui/format";
import { placeSaid } from "./pointer";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";

/** Rules that failed or warn: the rule's sentence, what was found and where, what would mend it. */
export function Findings({ title, found }: { title: "Failed" | "Warned"; found: readonly Diagnostic[] }) {
  if (found.length === 0) return null;
  return (
    <section>
      <h3>
        {title} <span className="n">{number(found.length)}</span>
      </h3>
      <ul className={title === "Failed" ? "rules fail" : "rules warn"}>
        {found.map((one, i) => (
          <li key={i}>
            {title === "Failed" ? <Icon name="cross" /> : <span className="mark" aria-hidden="true" />}
            <div>
              <p>
                <Prose text={one.rule} />
              </p>
              <p className="sub">
                <Prose text={one.message} />{" "}
                {one.pointer !== "" && (
                  <>
                    At <Code>{placeSaid(one.pointer)}</Code>.{" "}
                  </>
                )}
                {one.value !== undefined && (
                  <>
                    Written: <Code>{one.value}</Code>.{" "}
                  </>
                )}
                <Prose text={one.mend} />
              </p>
            </div>
            <code>{one.code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rules that hold. */
export function Passed({ passed }: { passed: PieceData["passed"] }) {
  if (passed.length === 0) return null;
  return (
    <section>
      <h3>
        Passed <span className="n">{number(passed.length)}</span>
      </h3>
      <ul className="rules pass">
        {passed.map(({ code, sentence }) => (
          <li key={code} title={code}>
            <Icon name="check" />
            <p>
              <Prose text={sentence} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
