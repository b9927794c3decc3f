import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { HeldView } from "@/components/held/view";
import { readBaselinePage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";
import { pieceOf, type Search } from "../piece";

interface Props {
  readonly params: Promise<RepositoryParams>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Held of ${repositoryOf(await props.params)}` };
}

export default async function HeldPage(props: Props) {
  const repository = repositoryOf(await props.params);
  const page = await readBaselinePage(repository);
  if (page === null) notFound();
  return (
    <>
      <HeldView repository={repository} page={page} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
