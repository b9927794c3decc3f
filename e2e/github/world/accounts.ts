/** Who wrote, edited or was assigned something, as much of an account as a comment shows. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization" | "Mannequin";
}

/** The account in whose name workflows write; the id is the one it has on github.com. */
export const ACTIONS: Account = { id: 41_898_282, login: "github-actions[bot]", type: "Bot" };

/** A person, for comments whose author does not matter to a test. */
export const PERSON: Account = { id: 583_231, login: "octo-person", type: "User" };

/** A login as GraphQL gives it: without the "[bot]" that REST appends to the name of an app. */
export function graphqlLogin({ login, type }: Account): string {
  return type === "Bot" ? login.replace(/\[bot\]$/, "") : login;
}
