import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { TombstonesView } from "@/components/tombstones/view";
import { readRegistryPage, readWorkPage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";
import { pieceOf, type Search } from "../piece";

interface Props {
  readonly params: Promise<RepositoryParams>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Tombstones of ${repositoryOf(await props.params)}` };
}

export default async function TombstonesPage(props: Props) {
  const repository = repositoryOf(await props.params);
  const [registry, work] = await Promise.all([readRegistryPage(repository), readWorkPage(repository)]);
  if (registry === null || work === null) notFound();
  return (
    <>
      <TombstonesView repository={repository} registry={registry} work={work} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
