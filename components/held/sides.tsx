import type { ReactNode } from "react";
import { Code } from "@/components/ui/code";
import { EvidenceLink } from "@/components/ui/evidence-link";
import { number } from "@/components/ui/format";
import { Instant } from "@/components/ui/time";
import type { HeldData, Side } from "@/lib/api/documents";
import { address, apiUrl } from "@/lib/api/urls";

interface Row {
  readonly name: string;
  /** What is compared; null: not known, or not to be shown. */
  readonly of: (side: Side) => string | null;
  readonly show: (side: Side) => ReactNode;
}

const ROWS: readonly Row[] = [
  {
    name: "Repository",
    of: ({ repositoryId }) => (repositoryId === null ? null : String(repositoryId)),
    show: ({ repositoryId }) => `number ${repositoryId}`,
  },
  {
    name: "Revision",
    of: ({ revision }) => (revision === null ? null : String(revision)),
    show: ({ revision }) => number(revision ?? 0),
  },
  {
    name: "Generated",
    of: ({ generatedAt }) => generatedAt,
    show: ({ generatedAt }) => <Instant at={generatedAt ?? ""} />,
  },
  {
    name: "Agents",
    of: ({ agents }) => (agents === null ? null : String(agents)),
    show: ({ agents }) => number(agents ?? 0),
  },
  { name: "Read at", of: pinOf, show: (side) => <PinOf side={side} /> },
  { name: "SHA-256", of: ({ sha256 }) => sha256, show: ({ sha256 }) => <Code>{sha256 ?? ""}</Code> },
];

/** The two sides next to each other: what is shown to everyone, and what is there now. */
export function Sides({ held, repository, since }: { held: HeldData; repository: string; since: string | null }) {
  const { accepted, found, withheld, because } = held;
  return (
    <section className="part" aria-labelledby="sides">
      <h2 id="sides">Both sides</h2>
      <table className="tbl sides" role="table">
        <caption className="vh">The accepted registry beside the one that is there now</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="c-name">
              Fact
            </th>
            <th scope="col" role="columnheader">
              Accepted, shown
            </th>
            <th scope="col" role="columnheader">
              Found, held
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {ROWS.map((row) => (
            <Compared key={row.name} row={row} held={held} />
          ))}
          <tr role="row">
            <th scope="row" role="rowheader">
              Since
            </th>
            <td role="cell" data-side="Accepted">
              {accepted.acceptedAt === null ? <Unknown withheld={withheld} /> : <Instant at={accepted.acceptedAt} />}
            </td>
            <td role="cell" data-side="Found">
              {since === null ? <Unknown /> : <Instant at={since} />}
            </td>
          </tr>
          <tr role="row">
            <th scope="row" role="rowheader">
              Bytes
            </th>
            <td role="cell" data-side="Accepted">
              {withheld ? (
                <Unknown withheld />
              ) : (
                <Bytes repository={repository} at={address.registry("")} of="the accepted registry" />
              )}
            </td>
            <td role="cell" data-side="Found">
              {because === "repository" ? (
                <span className="q">not read</span>
              ) : (
                <Bytes repository={repository} at={address.found("")} of="the registry that is there now" />
              )}
            </td>
          </tr>
        </tbody>
      </table>
      {found.revision === null && (
        <p className="q note">Nothing of the other repository is read until it is accepted.</p>
      )}
    </section>
  );
}

function Compared({ row, held: { accepted, found, withheld } }: { row: Row; held: HeldData }) {
  const [was, is] = [row.of(accepted), row.of(found)];
  if (was === null && is === null) return null;
  const differs = was !== null && is !== null && was !== is;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {row.name}
        {differs && <span className="q"> differs</span>}
      </th>
      <td role="cell" data-side="Accepted" className={differs ? "a" : undefined}>
        {was === null ? <Unknown withheld={withheld} /> : row.show(accepted)}
      </td>
      <td role="cell" data-side="Found" className={differs ? "b" : undefined}>
        {is === null ? <Unknown /> : row.show(found)}
      </td>
    </tr>
  );
}

function Unknown({ withheld = false }: { withheld?: boolean }) {
  return <span className="q">{withheld ? "not for this credential" : "not known"}</span>;
}

function Bytes({ repository, at, of }: { repository: string; at: string; of: string }) {
  return (
    <>
      <EvidenceLink address={at} of={of}>
        show
      </EvidenceLink>{" "}
      <a className="ev" href={apiUrl.download(repository, at)} download aria-label={`download ${of}`}>
        download
      </a>
    </>
  );
}

function pinOf({ pin }: Side): string | null {
  if (pin === null) return null;
  return pin.kind === "commit" ? pin.sha : pin.digest;
}

function PinOf({ side: { pin } }: { side: Side }) {
  if (pin?.kind === "worktree") return <>a working directory</>;
  return (
    <>
      commit <Code>{pin?.sha ?? ""}</Code>
    </>
  );
}
