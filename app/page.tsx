import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { readRepos } from "@/lib/server/pages";

// The template of the layout beside this page is for the pages below it.
export const metadata: Metadata = { title: { absolute: "Overview · Muster" } };

export default async function OverviewPage() {
  return <Overview initial={await readRepos()} />;
}
