import { readActivation } from "../../../lib/contracts/squad/activation";
import { DEFAULT_TRUST } from "../../../lib/contracts/squad/activation-types";
import { resolveBindings } from "../../../lib/contracts/squad/bindings";
import type { Adapter, Case, Outputs } from "../adapter";
import { activationBody, commentOf } from "./comment-text";
import { completeRegistry } from "./squad-context";

/** Wraps the row's array in a comment, so that it takes the way of a real one: array rules, then registry rules. */
function run({ input, context }: Case): Outputs {
  const issue = Number(context.originIssue);
  const body = activationBody(input, String(context.artifact), issue);
  const judged = readActivation(commentOf(body), {
    repository: String(context.repository),
    issue,
    trust: DEFAULT_TRUST,
  });
  if (judged.verdict !== "accepted") return { verdict: "reject" };
  const registry = completeRegistry(context.registry);
  const resolves = registry !== null && resolveBindings(judged.artifact, registry).resolves;
  return { verdict: resolves ? "accept" : "reject" };
}

export const bindingAdapters: readonly Adapter[] = [{ system: "squad", source: "row", area: "binding", run }];
