import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Roster } from "@/components/roster/roster";
import { readRegistryPage } from "@/lib/server/pages";
import { repositoryOf, type RepositoryParams } from "../params";

interface Props {
  readonly params: Promise<RepositoryParams>;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Roster of ${repositoryOf(await props.params)}` };
}

export default async function RosterPage(props: Props) {
  const repository = repositoryOf(await props.params);
  const page = await readRegistryPage(repository);
  if (page === null) notFound();
  return <Roster repository={repository} page={page} />;
}
