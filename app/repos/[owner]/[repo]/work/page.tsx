import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { WorkView } from "@/components/work/view";
import { readWorkPage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";
import { pieceOf, type Search } from "../piece";

interface Props {
  readonly params: Promise<RepositoryParams>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Work of ${repositoryOf(await props.params)}` };
}

export default async function WorkPage(props: Props) {
  const repository = repositoryOf(await props.params);
  const page = await readWorkPage(repository);
  if (page === null) notFound();
  return (
    <>
      <WorkView repository={repository} page={page} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
