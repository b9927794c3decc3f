import type { KeptData, KeptDocument } from "../document-types";
import type { Squad } from "../judge";
import { documentOf } from "./base";

/** What is kept of a repository. Made anew at each request. */
export function keptDocument(squad: Squad, data: KeptData): KeptDocument {
  return documentOf(squad, "kept", data);
}
