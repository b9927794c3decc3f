import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidenceDrawer } from "@/components/evidence/drawer";
import { Roster } from "@/components/roster/roster";
import { readRegistryPage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";
import { pieceOf, type Search } from "../piece";

interface Props {
  readonly params: Promise<RepositoryParams>;
  readonly searchParams: Search;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Roster of ${repositoryOf(await props.params)}` };
}

export default async function RosterPage(props: Props) {
  const repository = repositoryOf(await props.params);
  const page = await readRegistryPage(repository);
  if (page === null) notFound();
  return (
    <>
      <Roster repository={repository} page={page} />
      <EvidenceDrawer initial={await pieceOf(repository, props.searchParams)} />
    </>
  );
}
