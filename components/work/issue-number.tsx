import type { WorkData } from "@/lib/api/documents";

/** An issue's number; where the issue is on GitHub, the way to it. */
export function IssueNumber({ data, issue }: { data: Pick<WorkData, "issuesUrl">; issue: number }) {
  if (data.issuesUrl === null) return <span className="no">#{issue}</span>;
  return (
    <a className="no" href={`${data.issuesUrl}${issue}`} target="_blank" rel="noopener noreferrer">
      #{issue}
    </a>
  );
}
