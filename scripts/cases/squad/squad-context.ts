import type { Account } from "../../../lib/contracts/core/comment";
import { DEFAULT_TRUST, type TrustedAccount } from "../../../lib/contracts/squad/activation-types";
import { readRegistry } from "../../../lib/contracts/squad/registry";
import type { Registry } from "../../../lib/contracts/squad/registry-types";
import { registryBytes } from "./registry";

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** An account as rows write it: `id` or `databaseId`, `type`, `login`. */
export function accountOf(value: unknown): Account | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = fieldsOf(value);
  const id = fields.id ?? fields.databaseId;
  return {
    id: typeof id === "number" ? id : null,
    type: typeof fields.type === "string" ? fields.type : null,
    login: typeof fields.login === "string" ? fields.login : null,
  };
}

/** The whole effective list: accounts, or the numbers of bots. Without one, the default. */
export function trustOf(list: unknown): readonly TrustedAccount[] {
  if (!Array.isArray(list)) return DEFAULT_TRUST;
  return list.map((entry: unknown) => {
    if (typeof entry === "number") return { id: entry, type: "Bot" };
    const { id, type } = fieldsOf(entry);
    return { id: Number(id), type: String(type) };
  });
}

/** The registry that bindings resolve against; null where it is not complete. */
export function completeRegistry(input: unknown): Registry | null {
  const verdict = readRegistry(registryBytes(input));
  return verdict.verdict === "complete" ? verdict.registry : null;
}
