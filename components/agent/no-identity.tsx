import Link from "next/link";
import type { Statement as StatementDoc } from "@/lib/api/documents";
import { pageUrl } from "@/lib/api/urls";
import { Statement } from "../ui/statement";

/** Identity is unavailable: what follows for this view, and the way to the page that explains the file itself. */
export function NoIdentity(props: { repository: string; statement: StatementDoc; so: string }) {
  const { statement } = props;
  return (
    <Statement
      statement={{ ...statement, meaning: `${statement.meaning} ${props.so}`, next: "" }}
      state="unavailable"
      word="Identity unavailable"
    >
      <p className="next">
        <b>What to do.</b> The{" "}
        <Link className="lk" href={pageUrl.view(props.repository, "roster")} prefetch={false}>
          roster
        </Link>{" "}
        says what is wrong with the registry and what would mend it.
      </p>
    </Statement>
  );
}
