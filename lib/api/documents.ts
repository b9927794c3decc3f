/** The documents' types as the UI sees them. Each system states its own, beside what fills them. */
export type * from "@/lib/systems/squad/document-types";
