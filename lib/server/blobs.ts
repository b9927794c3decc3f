import "server-only";
import { createHash } from "node:crypto";
import type { Sha } from "@/lib/contracts/core/look";
import type { Source } from "@/lib/sources/source";
import type { Extra } from "./keeping/save";

/** The name of a file's content in the list of looks. */
export function blobTarget(oid: Sha): string {
  return `blob:${oid}`;
}

/** The same source; what it reads of files beside the registry is put aside too, so that nobody need ask for it again. */
export function collecting(source: Source, registryPath: string, take: (extra: Extra) => void): Source {
  const blob: Source["blob"] = async (pin, entry, maxBytes, limits) => {
    const look = await source.blob(pin, entry, maxBytes, limits);
    if (look.answer === "value" && entry.path !== registryPath) {
      const sha256 = createHash("sha256").update(look.value).digest("hex");
      take({ target: blobTarget(entry.oid), at: look.at, sha256, bytes: look.value });
    }
    return look;
  };
  return { ...source, blob };
}
