"use client";

import type { ReactNode } from "react";
import { EvidenceProvider } from "@/components/ui/evidence-context";
import type { StatusDocument } from "@/lib/api/documents";
import { Bands } from "./bands";
import { Crumbs } from "./crumbs";
import { StatusProvider } from "./status";
import { Tabs } from "./tabs";
import { Top } from "./top";
import { Verdicts } from "./verdicts";

/** Everything around a view of one repository: where you are, the views, the verdicts, the bands, and the evidence drawer. */
export function RepositoryFrame(props: { initial: StatusDocument; drawer?: ReactNode; children: ReactNode }) {
  const repository = props.initial.repository;
  return (
    <StatusProvider repository={repository} initial={props.initial}>
      <EvidenceProvider>
        <Top>
          <Crumbs repository={repository} />
        </Top>
        <div className="tabs">
          <Tabs />
          <Verdicts />
        </div>
        <Bands />
        {props.children}
        {props.drawer}
      </EvidenceProvider>
    </StatusProvider>
  );
}
