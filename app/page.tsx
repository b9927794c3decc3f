import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { readRepos } from "@/lib/server/pages";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  return <Overview initial={await readRepos()} />;
}
