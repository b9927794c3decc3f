import { accountNode } from "../rest/render";
import { graphqlLogin, type Account } from "../world/accounts";
import type { Context } from "./context";

/** An account as an actor; null for one that is gone. */
export function actor(account: Account | null, { webUrl }: Context): Record<string, unknown> | null {
  if (account === null) return null;
  const login = graphqlLogin(account);
  const path = account.type === "Bot" ? `/apps/${login}` : `/${login}`;
  return {
    __typename: account.type,
    id: accountNode(account),
    databaseId: account.id,
    login,
    avatarUrl: `${webUrl}/avatars/u/${account.id}?v=4`,
    resourcePath: path,
    url: webUrl + path,
  };
}
