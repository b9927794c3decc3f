/** The types of the documents that this system gives, one file a document. */
export type * from "./documents/types/document";
export type * from "./documents/types/registry";
export type * from "./documents/types/work";
export type * from "./documents/types/agent";
export type * from "./documents/types/evidence";
export type * from "./documents/types/status";
export type * from "./documents/types/held";
export type * from "./documents/types/kept";
