import "server-only";
import { STATE_ORDER } from "@/lib/contracts/squad/states";
import type { StoreFault } from "@/lib/store/types";
import type { WebhookResult } from "../webhooks/receive";

/**
 * Everything that a label of Muster's metrics may say. A scrape is read by more people than the repositories are, so a label says a word of
 * these lists and nothing that came from outside: whatever else is handed in counts as `other`.
 */
export const LOOK_KINDS = ["directory", "github"] as const;
export const LOOK_ANSWERS = ["value", "unchanged", "absent", "denied", "unfit", "failed"] as const;
export const PURSES = ["core", "graphql"] as const;
/** As the overview shows them, and `reading` apart from what cannot be read. */
export const REPOSITORY_STATES = ["reading", ...STATE_ORDER] as const;
export const WEBHOOK_EVENTS = [
  "push",
  "issue_comment",
  "issues",
  "repository",
  "installation",
  "installation_repositories",
  "ping",
] as const;
export const WEBHOOK_RESULTS = keysOf<WebhookResult>({
  taken: true,
  seen: true,
  ignored: true,
  pong: true,
  off: true,
  type: true,
  signature: true,
  "too-large": true,
  slow: true,
  busy: true,
  malformed: true,
});
export const STORE_FAULTS = keysOf<StoreFault["code"]>({
  "store-unreachable": true,
  "store-full": true,
  "store-read-only": true,
  "store-newer": true,
  "store-in-use": true,
  "store-refused": true,
  "store-failed": true,
});

/** Every word of a union that is declared elsewhere: a word that is missing here does not compile. */
function keysOf<T extends string>(words: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(words) as T[];
}

export type LookKind = (typeof LOOK_KINDS)[number];
export type LookAnswer = (typeof LOOK_ANSWERS)[number];
export type Purse = (typeof PURSES)[number];
export type RepositoryState = (typeof REPOSITORY_STATES)[number];

/** The word if the list has it, else `other`. */
export function listed<T extends string>(list: readonly T[], word: string): T | "other" {
  return list.find((known) => known === word) ?? "other";
}

/** The class of an upstream answer: a 304 cost GitHub nothing, so it stands apart from a 200. null: no answer came. */
export function codeOf(status: number | null): string {
  if (status === null) return "network";
  if (status === 200 || status === 304) return String(status);
  if (status >= 400 && status < 500) return "4xx";
  if (status >= 500 && status < 600) return "5xx";
  return "other";
}
