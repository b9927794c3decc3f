export const COUNT = 1_000;
export const SPEC = { goals: 1, comments: 5, rows: 8 };
/** How long GitHub takes to answer, in a simulation. */
export const LATENCY = 200;
/** What GitHub grants an App of an organisation on Enterprise Cloud: the first reads of so many need more than a token's 5,000. */
export const POINTS_AN_HOUR = 15_000;

export function namesOf(owner) {
  return Array.from({ length: COUNT }, (_, index) => `${owner}/r${index}`);
}

export function most(name, value, limit, unit) {
  return { ...told(name, value, unit), limit: { most: limit } };
}

export function told(name, value, unit) {
  return { name: `${COUNT} repositories: ${name}`, value, unit, digits: 0 };
}
