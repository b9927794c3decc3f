/** Every view of the demo in every state that it can show, for the suites that visit them all. */
export interface Place {
  readonly name: string;
  readonly path: string;
}

const view = (repository: string, rest: string): string => `/repos/${repository}/${rest}`;
const LIGHTHOUSE = "harbor/lighthouse";

export const PLACES: readonly Place[] = [
  { name: "overview", path: "/" },
  { name: "complete roster", path: view(LIGHTHOUSE, "roster") },
  { name: "roster without a match", path: view(LIGHTHOUSE, "roster?q=nobody") },
  { name: "partial roster", path: view("harbor/tidewater", "roster") },
  { name: "roster partial by an avatar", path: view("harbor/slipway", "roster") },
  { name: "legacy registry", path: view("harbor/causeway", "roster") },
  { name: "missing registry", path: view("harbor/sandbar", "roster") },
  { name: "older shape", path: view("orchard/pippin", "roster") },
  { name: "refused registry", path: view("orchard/quince", "roster") },
  { name: "empty registry", path: view("harbor/mooring", "roster") },
  { name: "working directory", path: view("orchard/espalier", "roster") },
  { name: "large roster", path: view("orchard/cider", "roster") },
  { name: "work by goal", path: view(LIGHTHOUSE, "work") },
  { name: "work by agent", path: view(LIGHTHOUSE, "work?by=agent") },
  { name: "work that waits", path: view("harbor/tidewater", "work") },
  { name: "work without goals", path: view("harbor/mooring", "work") },
  { name: "tombstones", path: view(LIGHTHOUSE, "tombstones") },
  { name: "tombstones of a partial registry", path: view("harbor/tidewater", "tombstones") },
  { name: "no tombstones", path: view("orchard/espalier", "tombstones") },
  { name: "evidence", path: view(LIGHTHOUSE, "evidence") },
  { name: "agent", path: view(LIGHTHOUSE, "agents/runtime-engineer") },
  { name: "agent with an unusable avatar", path: view(LIGHTHOUSE, "agents/migration-pilot") },
  { name: "retired agent", path: view(LIGHTHOUSE, "agents/queue-tender") },
  { name: "excluded ID", path: view("harbor/tidewater", "agents/gauge-reader") },
  { name: "unknown ID", path: view(LIGHTHOUSE, "agents/nobody") },
  { name: "agent of an unavailable registry", path: view("harbor/sandbar", "agents/runtime-engineer") },
];

/** The drawer over a view, for each kind of evidence. */
export const DRAWERS: readonly Place[] = [
  { name: "record", path: view(LIGHTHOUSE, "roster?evidence=registry:/agents/runtime-engineer") },
  { name: "member", path: view(LIGHTHOUSE, "agents/runtime-engineer?evidence=registry:/agents/runtime-engineer/role") },
  { name: "excluded record", path: view("harbor/tidewater", "roster?evidence=registry:/agents/gauge-reader") },
  { name: "bound row", path: view(LIGHTHOUSE, "work?evidence=comment:2231907:/0") },
  { name: "refused row", path: view(LIGHTHOUSE, "work?evidence=comment:2231954:/3/issue") },
  { name: "look-alike", path: view(LIGHTHOUSE, "evidence?evidence=comment:2230066:") },
  { name: "avatar", path: view(LIGHTHOUSE, "evidence?evidence=avatar:runtime-engineer") },
];
