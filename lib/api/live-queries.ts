import { CancelledError, type Query, type QueryClient } from "@tanstack/react-query";
import type { StatusDocument } from "./documents";
import type { Ears } from "./live";
import { Asker } from "./live-asker";

/** The status on screen is asked no more often than this, and the list of repositories than that, in milliseconds. */
const STATUS_AT_MOST_EVERY = 250;
const REPOS_AT_MOST_EVERY = 500;

/** What a page asks by itself, and asks anew when it may have missed something. */
const ASKED = ["status", "repos"];

/** Turns what is heard into questions for what is on screen. What is not on screen is asked when it is shown. */
export function earsOf(client: QueryClient): Ears {
  const status = new Asker(() => client.invalidateQueries({ queryKey: ["status"] }), STATUS_AT_MOST_EVERY);
  const repos = new Asker(() => client.invalidateQueries({ queryKey: ["repos"] }), REPOS_AT_MOST_EVERY);
  return {
    changed: ({ repository, snapshot, state }) => {
      repos.wake();
      const known = client.getQueryData<StatusDocument>(["status", repository]);
      if (known !== undefined && (known.snapshot !== snapshot || known.data.repository.state !== state)) status.wake();
    },
    anew: () => {
      status.wake();
      repos.wake();
      // What could not be fetched while nothing answered.
      void client.refetchQueries({
        type: "active",
        predicate: (query) => query.state.status === "error" && !isAsked(query),
      });
    },
  };
}

/** Tells whether the questions that a page asks by itself are answered. Gives a function that ends it. */
export function hearAnswers(client: QueryClient, tell: (answered: boolean) => void): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || !isAsked(event.query)) return;
    const { action } = event;
    if (action.type === "success" && action.manual !== true) tell(true);
    else if (action.type === "failed" || (action.type === "error" && !(action.error instanceof CancelledError)))
      tell(false);
  });
}

function isAsked({ queryKey }: Pick<Query, "queryKey">): boolean {
  return ASKED.includes(String(queryKey[0]));
}
