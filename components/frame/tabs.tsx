"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { number } from "@/components/ui/format";
import { pageUrl, type View } from "@/lib/api/urls";
import { useRepositoryStatus } from "./status";

const VIEWS: readonly { readonly view: View; readonly word: string }[] = [
  { view: "roster", word: "Roster" },
  { view: "work", word: "Work" },
  { view: "tombstones", word: "Tombstones" },
  { view: "evidence", word: "Evidence" },
];
/** There only while something is held, and for whoever is there when it no longer is. */
const HELD = { view: "held", word: "Held" } as const;

/** The views of one repository, each with its count. A count that is not known is blank. */
export function Tabs() {
  const { repository, data } = useRepositoryStatus();
  const path = usePathname();
  const held = data.tabs.held !== null || path === pageUrl.view(repository, "held");
  return (
    <nav aria-label="Views">
      <ul>
        {(held ? [...VIEWS, HELD] : VIEWS).map(({ view, word }) => {
          const href = pageUrl.view(repository, view);
          const n = data.tabs[view];
          return (
            <li key={view}>
              <Link href={href} prefetch={false} aria-current={path === href ? "page" : undefined}>
                {word}
                {n !== null && <span className="n">{number(n)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
