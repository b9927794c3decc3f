"use client";

import { createContext, useContext, useMemo, type MouseEvent, type ReactNode } from "react";
import { useSearchParams } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { escaped } from "@/lib/api/urls";
import { isPlainClick } from "./plain-click";

interface Evidence {
  /** The address that is open; null: none. */
  readonly open: string | null;
  /** A link to the same view with the drawer at this address (null: closed), keeping every other parameter. */
  readonly href: (address: string | null) => string;
}

const Context = createContext<Evidence>({ open: null, href: (address) => (address === null ? "?" : query(address)) });

/** Which evidence is open, and links to any. */
export function useEvidenceLinks(): Evidence {
  return useContext(Context);
}

/** The address that the drawer shows, as the URL holds it, and the way to change it without a round trip. */
export function useEvidenceAddress() {
  return useQueryState("evidence", parseAsString.withOptions({ history: "push", shallow: true, scroll: false }));
}

/**
 * Follows evidence links inside it without a round trip. They stay real links, so that they work before hydration,
 * open in a new tab and can be copied.
 */
export function EvidenceProvider({ children }: { children: ReactNode }) {
  const params = useSearchParams();
  const [open, setOpen] = useEvidenceAddress();
  const value = useMemo<Evidence>(() => {
    const rest = new URLSearchParams(params);
    rest.delete("evidence");
    const kept = rest.toString();
    return { open, href: (address) => (address === null ? `?${kept}` : query(address, kept)) };
  }, [params, open]);
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-evidence]") : null;
    const address = link?.getAttribute("data-evidence");
    if (address === null || address === undefined) return;
    event.preventDefault();
    // Closing leaves no step of its own: back does not open the drawer again.
    void (address === "" ? setOpen(null, { history: "replace" }) : setOpen(address));
  };
  return (
    <Context value={value}>
      <div className="contents" onClick={follow}>
        {children}
      </div>
    </Context>
  );
}

function query(address: string, kept = ""): string {
  // The colon and slashes of an address may stand in a query as they are: a link that people can read.
  const written = escaped(address).replaceAll("%3A", ":").replaceAll("%2F", "/");
  return `?${kept === "" ? "" : `${kept}&`}evidence=${written}`;
}
