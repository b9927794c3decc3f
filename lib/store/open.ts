import { openEmbedded } from "./embedded";
import { kept } from "./faults";
import { openPostgres } from "./postgres";
import { EngineStore } from "./store";
import type { Kept, Store } from "./types";

export type StoreOptions =
  /** `folder`: MUSTER_DATA as it was written, seen from the working directory. */
  | { readonly kind: "embedded"; readonly folder: string }
  /** `url`: DATABASE_URL, whose `sslmode` is followed. `poolSize`: connections at most, 5 if nothing is said, beside the one that listens. */
  | { readonly kind: "postgres"; readonly url: string; readonly poolSize?: number };

/**
 * Opens the store and brings its tables to this version. Every failure is a fault, and opening may be tried again at any time: nothing is left
 * open by one that failed. The first start of an embedded store takes some seconds.
 */
export function openStore(options: StoreOptions): Promise<Kept<Store>> {
  return kept(
    async () =>
      new EngineStore(
        options.kind === "embedded"
          ? await openEmbedded(options.folder)
          : await openPostgres(options.url, options.poolSize),
      ),
  );
}
