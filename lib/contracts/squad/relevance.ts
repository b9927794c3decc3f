/** Members that only bindings and registries have. JSON that names one speaks of identity. */
export const IDENTITY_NAMES = [
  "binding_schema",
  "binding_version",
  "registry_schema",
  "registry_revision",
  "epic_agent_ids",
  "identity_omission_reason",
  "epic_identity_omission_reason",
] as const;

const LABEL = /activation bindings:/i;
const MARKERS = ["squad_artifact", ...IDENTITY_NAMES];

/**
 * True when a comment's raw text may be an artifact: it holds `Activation bindings:` in any case, `squad_artifact`, or an
 * identity name. Asked before anything is parsed, in one pass for each marker.
 */
export function isRelevant(body: string): boolean {
  return LABEL.test(body) || MARKERS.some((marker) => body.includes(marker));
}

/** True when a text names a member of bindings or registries. */
export function namesIdentity(text: string): boolean {
  return IDENTITY_NAMES.some((name) => text.includes(name));
}
