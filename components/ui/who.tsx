import Link from "next/link";
import type { Who as WhoDoc } from "@/lib/api/documents";
import { pageUrl } from "@/lib/api/urls";
import { Avatar } from "./avatar";
import { Code } from "./code";
import { Untrusted } from "./untrusted";

/** An agent in a line: picture if there is one (the slot stays), name, a dagger if retired, and always the ID. Links to the agent's page. */
export function Who({ repository, who }: { repository: string; who: WhoDoc }) {
  const retired = who.status === "retired";
  return (
    <span className={retired ? "who retired" : "who"}>
      <span className="slot">
        {!retired && <Avatar repository={repository} id={who.id} picture={who.picture} size={20} />}
      </span>
      <Link className="name" href={pageUrl.agent(repository, who.id)} prefetch={false}>
        <Name name={who.name} retired={retired} />
      </Link>{" "}
      <Code className="id">{who.id}</Code>
    </span>
  );
}

/** A name as its record states it, marked with a dagger if its bearer is retired. */
export function Name({ name, retired }: { name: string; retired: boolean }) {
  return (
    <>
      <Untrusted className="nm" text={name} title />
      {retired && (
        <span className="dg">
          <span aria-hidden="true">†</span>
          <span className="vh"> (retired)</span>
        </span>
      )}
    </>
  );
}
