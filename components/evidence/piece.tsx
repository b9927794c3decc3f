"use client";

import type { PieceData, PieceDocument } from "@/lib/api/documents";
import { Avatar } from "../ui/avatar";
import { Code } from "../ui/code";
import { EvidenceLink } from "../ui/evidence-link";
import { State } from "../ui/state";
import { Untrusted, Visible } from "../ui/untrusted";
import { Raw } from "./raw";
import { quoted } from "./raw-line";
import { Findings, Passed } from "./rules";
import { Source } from "./source";

/** Everything that stands behind one fact: the claim, what failed, the bytes, where they come from, what holds. */
export function Piece({ piece, repository }: { piece: PieceDocument; repository: string }) {
  const { data } = piece;
  return (
    <>
      <Claim claim={data.claim} />
      <Related related={data.related} of={data.claim.subject} />
      <Findings title="Failed" found={data.failed} />
      <Findings title="Warned" found={data.warned} />
      {data.picture !== null && (
        <section>
          <h3>Picture</h3>
          <div className="shown">
            <Avatar repository={repository} id={data.picture.id} picture={data.picture.oid} size={128} />
          </div>
        </section>
      )}
      {data.bytes !== null && <Raw bytes={data.bytes} />}
      <Source piece={piece} />
      <Passed passed={data.passed} />
    </>
  );
}

function Related({ related, of }: { related: PieceData["related"]; of: string }) {
  if (related.length === 0) return null;
  return (
    <section>
      <h3>See also</h3>
      <ul className="related">
        {related.map(({ address, text }) => (
          <li key={address}>
            <EvidenceLink address={address} of={of}>
              {text}
            </EvidenceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Claim({ claim }: { claim: PieceData["claim"] }) {
  const [before, quote, after] = quoted(claim.statement);
  return (
    <div className="claim">
      <p>
        {claim.mono ? (
          <Code className="id big">{claim.subject}</Code>
        ) : (
          <Untrusted className="nm" text={claim.subject} />
        )}{" "}
        <Visible text={before} />
        {quote !== "" && (
          <b>
            <Untrusted text={quote} />
          </b>
        )}
        <Visible text={after} />
      </p>
      <p className="sub">
        {claim.state === null ? (
          claim.word !== "" && <b>{claim.word}</b>
        ) : (
          <State state={claim.state}>{claim.word}</State>
        )}
        <span>
          <Visible text={claim.note} />
        </span>
      </p>
    </div>
  );
}
