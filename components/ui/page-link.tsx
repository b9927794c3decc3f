"use client";

import { useCallback, type MouseEvent, type ReactNode } from "react";
import { useRouter } from "next/navigation";
import { isPlainClick } from "./plain-click";

/**
 * A link to another page for long lists: a plain `<a>`, which the list around it follows without loading the page anew
 * (`useFollow`). The framework's own link costs a row of thousands more than all the rest of the row.
 */
export function PageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} data-page="">
      {children}
    </a>
  );
}

/** What a list of `PageLink`s does at a click inside it. Clicks that ask for a new tab or a menu are left alone. */
export function useFollow(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-page]") : null;
      const href = link?.getAttribute("href");
      if (!href || !isPlainClick(event)) return;
      event.preventDefault();
      router.push(href);
    },
    [router],
  );
}
