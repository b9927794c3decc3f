import { readActivation } from "../../../lib/contracts/squad/activation";
import type { ActivationVerdict } from "../../../lib/contracts/squad/activation-types";
import { readRegistry } from "../../../lib/contracts/squad/registry";
import type { Adapter, Case, Outputs } from "../adapter";
import { activationBody, commentOf } from "./comment-text";
import { accountOf, fieldsOf, trustOf } from "./squad-context";
import { commentFrom, sameTasks, settle, threadOutputs } from "./thread";

const WORDS: Readonly<Record<ActivationVerdict["verdict"], string>> = {
  accepted: "accept",
  refused: "reject",
  nothing: "ignore",
  "look-alike": "untrusted",
  "pre-provenance": "pre-provenance",
};

function runComment({ input, context }: Case): Outputs {
  const { body } = fieldsOf(input);
  const comment = commentOf(String(body), { author: accountOf(context.author) });
  const target = {
    repository: String(context.repository),
    issue: Number(context.issue),
    trust: trustOf(context.trusted),
  };
  return { verdict: WORDS[readActivation(comment, target).verdict] };
}

const ROW = {
  binding_schema: "squad-work-agent-binding/v1",
  binding_version: 1,
  producer: "squad",
  repository: "owner/repository",
  origin_issue: 45,
  artifact: "activated",
  registry_schema: "squad-agent-provenance/v1",
  registry_revision: 4,
  task: "1",
  issue: "#2066",
  epic: "1.1",
  epic_issue: "#2065",
  agent_id: "runtime-engineer",
  epic_agent_ids: ["runtime-engineer"],
};

/** A well-formed activation comment by the row's author; with an editor it was changed after it was made. */
function runTrust({ input, context }: Case): Outputs {
  const { author, editor } = fieldsOf(input);
  const edited = editor === undefined ? {} : { editor: accountOf(editor), updatedAt: "2026-09-22T11:00:00Z" };
  const comment = commentOf(activationBody([ROW], "activated", 45), { author: accountOf(author), ...edited });
  const target = { repository: "owner/repository", issue: 45, trust: trustOf(context.trusted_comment_actor_ids) };
  const judged = readActivation(comment, target);
  if (judged.verdict === "accepted") return { verdict: "trusted" };
  if (judged.verdict === "refused" && judged.because === "edited") return { verdict: "refused-edited" };
  return { verdict: WORDS[judged.verdict] };
}

/** "A .md hard input is an unedited comment by a trusted author on issue 45", beside the base registry; other files carry their own author. */
function runFile(test: Case): Outputs {
  const text = new TextDecoder().decode(test.bytes ?? new Uint8Array());
  const registry = readRegistry(test.beside("BASE-registry.json"));
  const comments = test.fileName?.endsWith(".md") === true ? [commentOf(text)] : commentsIn(JSON.parse(text));
  const context = { repository: "owner/repository", issue: 45, trust: trustOf(test.context.trusted) };
  const complete = registry.verdict === "complete" ? registry.registry : null;
  return { registry: registry.verdict, ...threadOutputs(settle(comments, context, complete)) };
}

/** One comment, a list of them, or an object that holds such a list. */
function commentsIn(value: unknown) {
  const list = fieldsOf(value).comments ?? value;
  return (Array.isArray(list) ? list : [list]).map(commentFrom);
}

/** What a thread gives, in the words of the hard inputs. */
function sameBindings(expected: unknown, got: unknown): boolean {
  if (expected === "none in this comment") return got === "none";
  if (expected === "unavailable") return got !== "resolved";
  return expected === got;
}

export const commentAdapters: readonly Adapter[] = [
  { system: "squad", source: "row", area: "artifact-comment", run: runComment },
  { system: "squad", source: "row", area: "trust", run: runTrust },
  {
    system: "squad",
    source: "file",
    area: "comment",
    run: runFile,
    matches: { bindings: sameBindings, resolved: sameTasks },
  },
];
