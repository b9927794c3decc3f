"use client";

import Link from "next/link";
import { useParams } from "next/navigation";
import { Code } from "@/components/ui/code";
import { Untrusted } from "@/components/ui/untrusted";
import { pageUrl, segment } from "@/lib/api/urls";

/** Where you are: owner, repository, and the agent whose page it is. */
export function Crumbs({ repository }: { repository: string }) {
  const params = useParams<{ id?: string }>();
  const [owner = "", name = ""] = repository.split("/");
  const agent = params.id === undefined ? null : segment(params.id);
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link href={pageUrl.overview()} prefetch={false}>
        <Untrusted text={owner} />
      </Link>
      <i aria-hidden="true">/</i>
      {agent === null ? (
        <b>
          <Untrusted text={name} />
        </b>
      ) : (
        <>
          <Link href={pageUrl.view(repository, "roster")} prefetch={false}>
            <Untrusted text={name} />
          </Link>
          <i aria-hidden="true">/</i>
          <b>
            <Code>{agent}</Code>
          </b>
        </>
      )}
    </nav>
  );
}
