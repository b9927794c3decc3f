import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { SquadState } from "@/lib/systems/squad/squad";
import type { Keeper } from "./keeping/keeper";
import type { Lanes } from "./lanes";
import type { Rhythm } from "./rhythm";

export interface Revalidation {
  readonly started: boolean;
  /** Milliseconds until another is allowed. */
  readonly wait: number;
}

export interface RepositoryOptions {
  readonly rhythm: Rhythm;
  /** The shortest interval that the number of repositories allows, in milliseconds. */
  readonly pace?: () => Millis;
  readonly clock?: () => Millis;
  /** Shared with the other repositories. */
  readonly lanes?: Lanes;
  /** Told after each look that this process made. */
  readonly looked?: (state: SquadState, millis: Millis) => void;
  /** Told when what is shown has changed, or how fresh it is. */
  readonly changed?: (state: SquadState) => void;
  /** Where it is kept; null: nowhere, and this process looks by itself. */
  readonly keeper?: Keeper | null;
  /** Names the place for all processes. */
  readonly place?: string;
}
