import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgentView } from "@/components/agent/view";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { visible } from "@/components/ui/visible";
import { segment } from "@/lib/api/urls";
import { readAgentPage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../../params";
import { pieceOf, type Search } from "../../piece";

interface Props {
  readonly params: Promise<RepositoryParams & { readonly id: string }>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const params = await props.params;
  return { title: `${visible(segment(params.id))} of ${repositoryOf(params)}` };
}

export default async function AgentPage(props: Props) {
  const params = await props.params;
  const repository = repositoryOf(params);
  const id = segment(params.id);
  const page = await readAgentPage(repository, id);
  if (page === null) notFound();
  return (
    <>
      <AgentView repository={repository} id={id} page={page} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
