import { Instant } from "@/components/ui/time";
import { Untrusted } from "@/components/ui/untrusted";
import { number } from "@/components/ui/format";
import type { DecisionLine, Side } from "@/lib/api/documents";

/** Who decided what, when and why: every decision about this repository, the last one first. */
export function Decisions({ decisions }: { decisions: readonly DecisionLine[] | null }) {
  return (
    <section className="part decisions" aria-labelledby="decisions">
      <h2 id="decisions">
        Past decisions {decisions !== null && <span className="n">{number(decisions.length)}</span>}
      </h2>
      {decisions === null ? (
        <p>They cannot be read just now. None is lost: they show again when the store can be reached.</p>
      ) : decisions.length === 0 ? (
        <p>Nobody has decided anything here. What is accepted followed by the rules.</p>
      ) : (
        <ol>
          {decisions.map((decision) => (
            <Decided key={decision.id} decision={decision} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Decided({ decision: { at, who, why, before, after, findings } }: { decision: DecisionLine }) {
  return (
    <li>
      <p>
        <b>
          <Untrusted text={who} />
        </b>{" "}
        accepted {after === null ? "what was there" : <Named side={after} />} in place of{" "}
        {before === null ? "what was accepted" : <Named side={before} />}, <Instant at={at} />
      </p>
      <p>
        <span className="q">Why:</span> <Untrusted text={why} />
      </p>
      {findings.length > 0 && (
        <p className="q">
          It had been held by{" "}
          {findings.map((code, i) => (
            <span key={code}>
              {i > 0 && ", "}
              <code>{code}</code>
            </span>
          ))}
          .
        </p>
      )}
    </li>
  );
}

function Named({ side: { revision, repositoryId, sha256 } }: { side: Side }) {
  if (revision === null) return <>{repositoryId === null ? "a registry" : `repository ${repositoryId}`}</>;
  return (
    <>
      revision {number(revision)}
      {sha256 !== null && (
        <>
          {" "}
          (<code title={sha256}>{sha256.slice(0, 12)}</code>)
        </>
      )}
    </>
  );
}
