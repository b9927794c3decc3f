"use client";

import { usePathname } from "next/navigation";
import { createContext, useContext, type ReactNode } from "react";
import { NowProvider } from "@/components/ui/now";
import type { StatusDocument } from "@/lib/api/documents";
import { useStatus } from "@/lib/api/hooks";

const Status = createContext<StatusDocument | null>(null);

/** The latest status of the repository around: its snapshot, freshness, counts and the server's clock. */
export function useRepositoryStatus(): StatusDocument {
  const status = useContext(Status);
  if (status === null) throw new Error("useRepositoryStatus needs a StatusProvider around it");
  return status;
}

/** Polls the status of one repository for the views inside, and gives them the server's clock. */
export function StatusProvider(props: { repository: string; initial: StatusDocument; children: ReactNode }) {
  const work = usePathname().endsWith("/work");
  const status = useStatus(props.repository, props.initial, work ? "work" : null);
  return (
    <Status value={status}>
      <NowProvider now={status.data.now}>{props.children}</NowProvider>
    </Status>
  );
}
