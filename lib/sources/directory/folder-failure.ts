import { CALLED_OFF, failed, type Call, type Refusal } from "../shared/call";
import { codeOf, Folder, Moved, TooMany } from "./folder";

const NO_PERMISSION = new Set(["EACCES", "EPERM"]);
const NOT_THERE = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** Why the operating system did not give something, in words that follow "could not be read:". Names no path. */
export function sayFault(error: unknown): string {
  const code = codeOf(error);
  if (error instanceof Moved) return "it was changed while it was being read";
  if (code !== null && NO_PERMISSION.has(code)) return "the permission is missing";
  if (code === "EMFILE" || code === "ENFILE") return "too many files are open";
  return code === null ? "the operating system gave no reason" : `the operating system answers ${code}`;
}

/** Whether the failure means that what was there a moment ago is gone or is another thing now. */
export function isGone(error: unknown): boolean {
  return error instanceof Moved || NOT_THERE.has(codeOf(error) ?? "");
}

/** The answer where a configured folder cannot be opened, or null where the failure is of another kind. */
export function folderRefusal(error: unknown, name: string): Refusal | null {
  const code = codeOf(error) ?? "";
  if (NO_PERMISSION.has(code))
    return { answer: "denied", status: 403, detail: `${name} may not be read: the permission is missing.` };
  if (code === "ENOTDIR") return { answer: "denied", status: 404, detail: `${name} is not a folder.` };
  if (NOT_THERE.has(code)) return { answer: "denied", status: 404, detail: `${name} does not exist.` };
  return null;
}

/**
 * Opens a configured folder, works in it and closes it. What goes wrong becomes an answer.
 * @param name how people know the folder, to begin a sentence with
 */
export async function withFolder<T>(
  path: string,
  name: string,
  call: Call,
  work: (folder: Folder) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  call.carryOn();
  let folder: Folder;
  try {
    folder = await Folder.openConfigured(path);
  } catch (error) {
    return folderRefusal(error, name) ?? failed("io", `${name} could not be read: ${sayFault(error)}.`);
  }
  try {
    return await work(folder);
  } catch (error) {
    if (call.signal.aborted) return CALLED_OFF;
    if (error instanceof TooMany) return failed("too-large", `${name} holds more files and folders than are read.`);
    return failed("io", `Something in ${name.replace(/^The/, "the")} could not be read: ${sayFault(error)}.`);
  } finally {
    await folder.close();
  }
}
