/** Where things are. Every link and request of the UI is built here, so that no ID, pointer or name reaches an address unescaped. */

export type View = "roster" | "work" | "tombstones" | "evidence" | "held";

/** A part of an address, escaped. Half of a surrogate pair, which no address can carry, becomes U+FFFD: such a link names nothing, and breaks nothing. */
export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function repo(repository: string): string {
  return repository.split("/").map(escaped).join("/");
}

export const pageUrl = {
  overview: () => "/",
  view: (repository: string, view: View, evidence: string | null = null) =>
    `/repos/${repo(repository)}/${view}${evidence === null ? "" : `?evidence=${escaped(evidence)}`}`,
  agent: (repository: string, id: string) => `/repos/${repo(repository)}/agents/${escaped(id)}`,
};

export const apiUrl = {
  repos: () => "/api/repos",
  /** @param after the ID of the last event that was heard */
  events: (after: string | null) => `/api/events${after === null ? "" : `?after=${escaped(after)}`}`,
  document: (repository: string, kind: "registry" | "work" | "evidence" | "status" | "baseline" | "kept") =>
    `/api/repos/${repo(repository)}/${kind}`,
  agent: (repository: string, id: string) => `/api/repos/${repo(repository)}/agents/${escaped(id)}`,
  piece: (repository: string, address: string) => `/api/repos/${repo(repository)}/evidence?address=${escaped(address)}`,
  download: (repository: string, address: string) => `${apiUrl.piece(repository, address)}&download=1`,
  avatar: (repository: string, id: string, oid: string) =>
    `/api/repos/${repo(repository)}/agents/${escaped(id)}/avatar${oid === "unread" ? "" : `?v=${escaped(oid)}`}`,
  revalidate: (repository: string) => `/api/repos/${repo(repository)}/revalidate`,
};

/** One segment of a path as it was meant. What cannot be decoded stays as written, and then names nothing. */
export function segment(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Addresses of evidence, as the `evidence` query parameter carries them. */
export const address = {
  registry: (pointer: string) => `registry:${pointer}`,
  found: (pointer: string) => `found:${pointer}`,
  record: (id: string) => `registry:/agents/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  comment: (id: number, pointer: string) => `comment:${id}:${pointer}`,
  avatar: (id: string) => `avatar:${id}`,
};
