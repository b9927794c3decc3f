import type { ReactNode } from "react";
import { notFound } from "next/navigation";
import { RepositoryFrame } from "@/components/frame/repository-frame";
import { readStatus } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "./params";

export default async function RepositoryLayout(props: { params: Promise<RepositoryParams>; children: ReactNode }) {
  const status = await readStatus(repositoryOf(await props.params));
  if (status === null) notFound();
  return <RepositoryFrame initial={status}>{props.children}</RepositoryFrame>;
}
