import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { EvidenceView } from "@/components/evidence/page";
import { readEvidencePage, readKept } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";
import { pieceOf, type Search } from "../piece";

interface Props {
  readonly params: Promise<RepositoryParams>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Evidence of ${repositoryOf(await props.params)}` };
}

export default async function EvidencePage(props: Props) {
  const repository = repositoryOf(await props.params);
  const page = await readEvidencePage(repository);
  const kept = await readKept(repository);
  if (page === null || kept === null) notFound();
  return (
    <>
      <EvidenceView repository={repository} page={page} kept={kept} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
