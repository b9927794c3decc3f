import type { Answer } from "@/lib/contracts/core/look";
import type { Entry } from "@/lib/sources/source";
import { isLfsPointer } from "./lfs";
import { isObjectName } from "./object-name";
import { failed, type Refusal } from "./call";
import { tooLarge } from "./way";

/** Why an entry's content is not asked for at all, or null: not a file, larger than the limit, no object name. */
export function refuseEntry(entry: Entry, maxBytes: number): Refusal | null {
  switch (entry.kind) {
    case "link":
    case "folder":
    case "submodule":
      return { answer: "unfit", why: entry.kind, detail: `${entry.path} is not a regular file.` };
    case "other":
      return { answer: "unfit", why: "not-regular", detail: `${entry.path} is not a regular file.` };
    case "file":
      break;
  }
  if (!isObjectName(entry.oid))
    return failed("malformed", `The name of the content of ${entry.path} is not a git object's name.`);
  return entry.size <= maxBytes ? null : tooLarge(entry.path, entry.size, maxBytes);
}

/** The answer for bytes whose name was verified: themselves, unless they only stand in for content kept elsewhere. */
export function giveContent(entry: Entry, bytes: Uint8Array): Answer<Uint8Array> {
  if (isLfsPointer(bytes)) {
    const detail = `${entry.path} is a Git LFS pointer: its content is kept outside the repository.`;
    return { answer: "unfit", why: "lfs", detail };
  }
  return { answer: "value", value: bytes };
}
