import type { Token } from "./access";
import type { Limits } from "./limits";
import type { OpenEntry } from "./log";
import type { Repository } from "./world/repository";
import type { World } from "./world/world";

/** What is the same for every request to a server. */
export interface Surroundings {
  readonly world: World;
  readonly limits: Limits;
  readonly apiUrl: string;
  readonly webUrl: string;
  /** What may be switched while the server runs. */
  readonly switches: Switches;
  /** Notes that something was asked which nobody should ask. */
  unexpected(what: string): void;
}

export interface Switches {
  /** The search index has not caught up: it finds nothing. */
  searchLag: boolean;
  /** Entries that one tree answer holds at most; GitHub's own limit by default. */
  treeLimit: number;
}

/** One request that got past the token. */
export interface Call extends Surroundings {
  readonly entry: OpenEntry;
  readonly token: Token;
  readonly query: URLSearchParams;
}

/** One request for something of a repository that the token may have. */
export interface RepositoryCall extends Call {
  readonly repository: Repository;
  /** The variable parts of the path, decoded. */
  readonly parts: readonly string[];
}
