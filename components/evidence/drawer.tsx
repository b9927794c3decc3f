"use client";

import { useCallback, useRef, type ReactNode } from "react";
import { usePathname } from "next/navigation";
import type { PieceDocument } from "@/lib/api/documents";
import { DocumentError } from "@/lib/api/fetch";
import { usePiece } from "@/lib/api/hooks";
import { apiUrl } from "@/lib/api/urls";
import { useRepositoryStatus } from "../frame/status";
import { Button } from "../ui/button";
import { useEvidenceAddress, useEvidenceLinks } from "../ui/evidence-context";
import { short } from "../ui/format";
import { Icon } from "../ui/icon";
import { Untrusted, Visible } from "../ui/untrusted";
import { CopyButton } from "./copy-button";
import { usePanelFocus } from "./focus";
import { Piece } from "./piece";

/**
 * The evidence for one fact, beside the view: opened by the address `?evidence=`, closed by Escape. It covers, never dims.
 * @param initial the piece that the page's own address asks for, so that a shared link shows it in the server's HTML
 */
export function EvidenceDrawer({ initial }: { initial: PieceDocument | null }) {
  const status = useRepositoryStatus();
  const { open } = useEvidenceLinks();
  const [, setOpen] = useEvidenceAddress();
  const panel = useRef<HTMLElement>(null);
  // Closing leaves no step of its own: back does not open the drawer again.
  const close = useCallback(() => void setOpen(null, { history: "replace" }), [setOpen]);
  usePanelFocus(panel, open, close);
  if (open === null) return null;
  return (
    <section className="drawer" role="dialog" aria-labelledby="evidence-title" tabIndex={-1} ref={panel}>
      <Opened key={open} address={open} initial={initial} repository={status.repository} snapshot={status.snapshot} />
    </section>
  );
}

interface OpenedProps {
  readonly address: string;
  readonly initial: PieceDocument | null;
  readonly repository: string;
  readonly snapshot: string;
}

function Opened({ address, initial, repository, snapshot }: OpenedProps) {
  const { data: piece, error, isFetching, refetch } = usePiece(repository, snapshot, address, initial);
  return (
    <>
      <Head repository={repository} address={address} />
      <div className="body">
        {piece !== undefined ? (
          <Piece piece={piece} repository={repository} />
        ) : error !== null && !isFetching ? (
          <Failed error={error} address={address} retry={() => void refetch()} />
        ) : (
          <Waiting address={address} />
        )}
      </div>
      {piece !== undefined && <Foot piece={piece} repository={repository} address={address} />}
    </>
  );
}

function Head({ repository, address }: { repository: string; address: string }) {
  const { pin } = useRepositoryStatus();
  const { href } = useEvidenceLinks();
  return (
    <div className="dh">
      <h2 id="evidence-title">Evidence</h2>
      <span className="ctx">
        <Untrusted text={repository} />
        {address.startsWith("comment:") && ", a comment"}
        {address.startsWith("found:") && ", the registry that is held"}
        {pin?.kind === "commit" && isOfSnapshot(address) && (
          <>
            {" "}
            at <code title={pin.sha}>{short(pin.sha)}</code>
          </>
        )}
        {pin?.kind === "worktree" && isOfSnapshot(address) && " in a working directory"}
      </span>
      <a
        className="icon"
        href={href(null)}
        data-evidence=""
        aria-label="Close evidence"
        title="Close evidence (Escape)"
      >
        <Icon name="close" />
      </a>
    </div>
  );
}

/** A comment stands in no commit, and what is held in another one. */
function isOfSnapshot(address: string): boolean {
  return !address.startsWith("comment:") && !address.startsWith("found:");
}

function Foot({ piece, repository, address }: { piece: PieceDocument; repository: string; address: string }) {
  const path = usePathname();
  const { href } = useEvidenceLinks();
  const link = () => new URL(`${path}${href(address)}`, location.origin).href;
  return (
    <div className="df">
      <CopyButton icon="link" text={link}>
        Copy link
      </CopyButton>
      <CopyButton icon="copy" text={() => JSON.stringify(piece, null, 2)}>
        Copy JSON
      </CopyButton>
      {piece.data.download && (
        <a className="btn" href={apiUrl.download(repository, address)} download>
          <Icon name="save" />
          Download
        </a>
      )}
    </div>
  );
}

function Waiting({ address }: { address: string }) {
  return (
    <Said title="Reading the evidence">
      <p role="status">
        Muster fetches the bytes behind{" "}
        <code>
          <Visible text={address} />
        </code>
        .
      </p>
    </Said>
  );
}

function Failed({ error, address, retry }: { error: Error; address: string; retry: () => void }) {
  const problem = error instanceof DocumentError ? error.problem : null;
  return (
    <Said title={problem?.title ?? "The evidence did not arrive"}>
      <p role="alert">
        <Visible
          text={problem?.detail ?? "Muster did not answer. Nothing is lost; what you see beside this stays as it was."}
        />
      </p>
      <p>
        Asked for{" "}
        <code>
          <Visible text={address} />
        </code>
        {problem !== null && (
          <>
            , code <code>{problem.code}</code>
          </>
        )}
        .
      </p>
      <p>
        <Button onClick={retry}>Try again</Button>
      </p>
    </Said>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="said">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
