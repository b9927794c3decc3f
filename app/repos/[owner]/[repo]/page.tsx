import { redirect } from "next/navigation";
import { pageUrl } from "@/lib/api/urls";
import { repositoryOf, type RepositoryParams } from "./params";

export default async function RepositoryPage(props: { params: Promise<RepositoryParams> }) {
  redirect(pageUrl.view(repositoryOf(await props.params), "roster"));
}
