"use client";

import type { ReactNode } from "react";
import { useEvidenceLinks } from "./evidence-context";
import { visible } from "./visible";

/**
 * The evidence link is the evidence's address: lines, a row, a commit. It opens the drawer on exactly those bytes.
 * @param of whose evidence it is, for people who hear the page
 */
export function EvidenceLink(props: { address: string; of: string; children: ReactNode; className?: string }) {
  const { href } = useEvidenceLinks();
  const text = typeof props.children === "string" ? `${props.children}, ` : "";
  return (
    <a
      className={props.className ?? "ev"}
      href={href(props.address)}
      data-evidence={props.address}
      aria-label={`${text}evidence for ${visible(props.of)}`}
    >
      {props.children}
    </a>
  );
}
