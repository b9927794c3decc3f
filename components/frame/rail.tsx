"use client";

import { useRef, useState, type MouseEvent } from "react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Field } from "@/components/ui/field";
import { number } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Seal, STATE_WORDS } from "@/components/ui/state";
import { Untrusted } from "@/components/ui/untrusted";
import type { ReposDocument, RepoRow } from "@/lib/api/documents";
import { useRepos } from "@/lib/api/hooks";
import { pageUrl } from "@/lib/api/urls";
import { RAIL } from "./rail-id";

/** All repositories, by owner, in a stable order, each with its worst state. On a narrow screen it is a popover. */
export function Rail({ initial }: { initial: ReposDocument }) {
  const { repositories } = useRepos(initial).data;
  const [text, setText] = useState("");
  const path = usePathname();
  const rail = useRef<HTMLElement>(null);
  const close = () => rail.current?.matches(":popover-open") && rail.current.hidePopover();
  const groups = byOwner(repositories, text);
  return (
    <nav
      className="rail"
      id={RAIL}
      ref={rail}
      popover="auto"
      aria-label="Repositories"
      onClick={(event: MouseEvent) => event.target instanceof Element && event.target.closest("a") && close()}
    >
      <Link className="brand" href={pageUrl.overview()} prefetch={false}>
        <Icon name="tally" />
        <span>Muster</span>
      </Link>
      <Link
        className="navrow"
        href={pageUrl.overview()}
        prefetch={false}
        aria-current={path === pageUrl.overview() ? "page" : undefined}
      >
        <span className="rn">Overview</span>
        <span className="n">{number(repositories.length)}</span>
      </Link>
      {repositories.length > 1 && <Field label="Filter repositories" value={text} onChange={setText} />}
      {groups.map(([owner, rows]) => (
        <section key={owner} aria-label={owner}>
          <h2>
            <Untrusted text={owner} />
          </h2>
          <ul>
            {rows.map((row) => (
              <li key={row.repository}>
                <Row row={row} current={isWithin(path, row.repository)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && repositories.length > 0 && (
        <p className="none">
          No repository has this in its name. The other {number(repositories.length)} are still there.
        </p>
      )}
      <p className="foot">Reads only. Keeps no identity of its own.</p>
    </nav>
  );
}

function Row({ row, current }: { row: RepoRow; current: boolean }) {
  return (
    <Link
      className="navrow"
      href={pageUrl.view(row.repository, "roster")}
      prefetch={false}
      aria-current={current ? "page" : undefined}
    >
      <Seal state={row.state.state} />
      <Untrusted className="rn" text={nameOf(row.repository)} title />
      <span className="w">{row.state.cause === "reading" ? "Reading" : STATE_WORDS[row.state.state]}</span>
    </Link>
  );
}

function isWithin(path: string, repository: string): boolean {
  const roster = pageUrl.view(repository, "roster");
  return path.startsWith(roster.slice(0, roster.length - "roster".length));
}

function nameOf(repository: string): string {
  return repository.slice(repository.indexOf("/") + 1);
}

function byOwner(rows: readonly RepoRow[], text: string): readonly (readonly [string, readonly RepoRow[]])[] {
  const wanted = text.trim().toLowerCase();
  const groups = new Map<string, RepoRow[]>();
  for (const row of [...rows].sort((a, b) => compare(a.repository, b.repository))) {
    if (!row.repository.toLowerCase().includes(wanted)) continue;
    const owner = row.repository.slice(0, row.repository.indexOf("/"));
    groups.set(owner, [...(groups.get(owner) ?? []), row]);
  }
  return [...groups];
}

/** The same order on every machine: without letter case, then as written. */
function compare(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
