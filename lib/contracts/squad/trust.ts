import type { Account } from "../core/comment";
import type { TrustedAccount } from "./activation-types";

/**
 * "An artifact counts only when its author's numeric account ID and type (compared without letter case) are trusted: … a list
 * configured for a repository replaces the default, an empty one trusts nobody. Logins, labels and author association count for nothing."
 */
export function isTrusted(account: Account | null, trust: readonly TrustedAccount[]): boolean {
  if (account === null || account.id === null || account.type === null) return false;
  const { id, type } = account;
  return trust.some((entry) => entry.id === id && sameType(entry.type, type));
}

function sameType(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
