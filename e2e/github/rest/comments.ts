import { json, refusal, type Reply } from "../answer";
import type { RepositoryCall } from "../call";
import type { Comment } from "../world/conversation";
import { paged } from "./paging";
import { issueComment } from "./render";

const NUMBER = /^[1-9]\d{0,15}$/;

/** The comments of all issues and pull requests of a repository, one feed. */
export function feed(call: RepositoryCall): Reply {
  const sort = call.query.get("sort") ?? "created";
  if (sort !== "created" && sort !== "updated") return refusal(422, "Validation Failed");
  const time = ({ createdAt, updatedAt }: Comment) => (sort === "created" ? createdAt : updatedAt).getTime();
  const back = call.query.has("sort") && call.query.get("direction") === "desc" ? -1 : 1;
  const sorted = [...call.repository.comments()].sort((a, b) => back * (time(a) - time(b) || a.id - b.id));
  return list(call, sorted, "/issues/comments");
}

/** The comments of one issue or pull request, oldest first whatever is asked. */
export function thread(call: RepositoryCall): Reply {
  const number = call.parts[0] ?? "";
  const issue = NUMBER.test(number) ? call.repository.issues.get(Number(number)) : undefined;
  if (issue !== undefined) {
    const comments = [...issue.comments.values()].sort((a, b) => a.id - b.id);
    return list(call, comments, `/issues/${number}/comments`);
  }
  if (call.repository.deletedIssues.has(Number(number))) return refusal(410, "This issue was deleted");
  return refusal(404, "Not Found");
}

export function single(call: RepositoryCall): Reply {
  const id = call.parts[0] ?? "";
  const comment = NUMBER.test(id) ? call.repository.comment(Number(id)) : undefined;
  if (comment === undefined) return refusal(404, "Not Found");
  return json(issueComment(comment, call.repository, call));
}

function list(call: RepositoryCall, comments: readonly Comment[], below: string): Reply {
  const since = call.query.get("since");
  const from = since === null ? -Infinity : Date.parse(since);
  if (Number.isNaN(from)) return refusal(422, "Validation Failed");
  const wanted = comments.filter(({ updatedAt }) => updatedAt.getTime() >= from);
  const { page, headers } = paged(wanted, call, below);
  return json(
    page.map((comment) => issueComment(comment, call.repository, call)),
    { headers },
  );
}
