import type { Repository } from "./world/repository";
import type { World } from "./world/world";

export type Permission = "contents" | "issues" | "metadata";

export interface TokenOptions {
  /** What it may read, by full name. A public repository that is not listed can be read by every token, a private one by none. */
  readonly repositories: "all" | Readonly<Record<string, readonly Permission[]>>;
  /** Whose token it is. */
  readonly login?: string;
  /** Repositories whose organization wants a single sign-on first, with the address where that is done. */
  readonly sso?: Readonly<Record<string, string>>;
  /** Tokens with the same purse share their points, as those of one installation do. By default each token has its own. */
  readonly purse?: string;
  /** When it ends by itself; null: never. */
  readonly expiresAt?: Date | null;
  /** Why everything is refused to it just now, in GitHub's words. */
  readonly refused?: () => string | null;
}

export interface Token extends TokenOptions {
  readonly secret: string;
  readonly login: string;
  readonly userId: number;
  readonly purse: string;
}

/** Why a token gets something or not. Those without permission for a private repository are told that there is none. */
export type Reach = "granted" | "hidden" | "forbidden" | { readonly sso: string };

export function reach(token: Token, world: World, repository: Repository, need: Permission): Reach {
  const names = world.namesOf(repository);
  const permissions = listed(token.repositories === "all" ? undefined : token.repositories, names);
  const sees = permissions === undefined ? token.repositories === "all" || !repository.private : permissions.length > 0;
  if (!sees) return "hidden";
  const sso = listed(token.sso, names);
  if (sso !== undefined) return { sso };
  if (permissions === undefined || need === "metadata") return "granted";
  return permissions.includes(need) ? "granted" : "forbidden";
}

function listed<Value>(list: Readonly<Record<string, Value>> | undefined, names: readonly string[]): Value | undefined {
  return Object.entries(list ?? {}).find(([name]) => names.includes(name.toLowerCase()))?.[1];
}

/** The tokens that the server knows. */
export class Tokens {
  readonly #known = new Map<string, Token>();

  add(secret: string, options: TokenOptions): void {
    const userId = 7_000_000 + this.#known.size;
    const { login = "octo-reader", purse = secret } = options;
    this.#known.set(secret, { ...options, secret, userId, login, purse });
  }

  remove(secret: string): void {
    this.#known.delete(secret);
  }

  /** Null for a header that names no token that is good now, or none at all. */
  of(authorization: string | undefined, now: Date): Token | null {
    const secret = /^(?:bearer|token) +(\S+)$/i.exec(authorization ?? "")?.[1];
    const token = this.#known.get(secret ?? "") ?? null;
    return token?.expiresAt != null && token.expiresAt <= now ? null : token;
  }
}
