import type { Adapter } from "../adapter";

const checklist = (area: string, source: Adapter["source"] = "row"): Adapter => ({
  system: "squad",
  source,
  area,
  checklist: true,
  run: () => ({}),
});

/** Rows in words: each is held by a test that names its ID. */
export const checklistAdapters: readonly Adapter[] = [
  checklist("artifact-selection"),
  checklist("avatar-route"),
  checklist("http-sequence", "file"),
];
