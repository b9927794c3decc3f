"use client";

import type { ReactNode } from "react";
import { useEvidenceLinks } from "../ui/evidence-context";

/** One row of the Work table. It is marked while the drawer shows the evidence at `address`. */
export function Row(props: { index: number; className: string; address?: string; children: ReactNode }) {
  const { open } = useEvidenceLinks();
  const selected = props.address !== undefined && props.address === open;
  return (
    <tr role="row" aria-rowindex={props.index + 2} className={selected ? `${props.className} sel` : props.className}>
      {props.children}
    </tr>
  );
}

export function Head(props: { className?: string; children: ReactNode }) {
  return (
    <th scope="row" role="rowheader" className={props.className}>
      {props.children}
    </th>
  );
}

export function Cell(props: { className?: string; children?: ReactNode }) {
  return (
    <td role="cell" className={props.className}>
      {props.children}
    </td>
  );
}

/** A row that one cell fills. */
export function Wide(props: { index: number; className: string; children: ReactNode }) {
  return (
    <tr role="row" aria-rowindex={props.index + 2} className={props.className}>
      <td role="cell" aria-colspan={6}>
        {props.children}
      </td>
    </tr>
  );
}
