import type { Permission } from "../access";
import { reach } from "../access";
import type { Call } from "../call";
import type { Repository } from "../world/repository";
import { NO_PERMISSION, SINGLE_SIGN_ON, typed } from "./errors";

/** What the fields of one query share. */
export interface Context extends Call {
  /** Single sign-on addresses that the answer's header has to name. */
  readonly sso: string[];
}

/** Throws where the token may not have this part of a repository that it can see. */
export function demand(context: Context, repository: Repository, need: Permission): void {
  if (reach(context.token, context.world, repository, need) !== "granted") throw typed("FORBIDDEN", NO_PERMISSION);
}

/** False where the token is not even to know of the repository; throws where it has to sign on first. */
export function sees(context: Context, repository: Repository): boolean {
  const access = reach(context.token, context.world, repository, "metadata");
  if (typeof access !== "object") return access !== "hidden";
  context.sso.push(access.sso);
  throw typed("FORBIDDEN", SINGLE_SIGN_ON, { saml_failure: true });
}
