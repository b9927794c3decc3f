/** What follows if a finding were let through: the consequence that holds the registry, for people who do not know the rules. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  "continuity-other-repository":
    "Whoever took the name could speak for this squad: its agents, its records and its work would be somebody else’s.",
  "continuity-revision-lower":
    "What was published since would be forgotten, and work that was bound under the higher revision would resolve no more.",
  "continuity-revision-reused":
    "Two different registries would carry one number, and nobody could say which of them a binding meant.",
  "continuity-agent-gone":
    "Work that is bound to the ID would belong to nobody, and the ID could be given to another agent.",
  "continuity-role-changed": "Work that was bound to one role would silently become another’s.",
  "continuity-created-at-changed": "The record would be of an agent that was made at another time: another agent.",
};

export function consequenceOf(code: string): string | null {
  return CONSEQUENCES[code] ?? null;
}

export const CHANGES = { gone: "Gone", changed: "Changed", added: "Added" } as const;
