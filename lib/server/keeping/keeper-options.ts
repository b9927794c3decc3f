import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { StoreFault } from "@/lib/store/types";
import type { LeaseRhythm } from "./leadership";

export interface KeeperOptions {
  readonly now?: () => Millis;
  /** How the lead is held; by default as the kind of store asks for. */
  readonly rhythm?: LeaseRhythm;
  /** Told of budgets that another process has written. */
  readonly budget?: (key: string) => void;
  /** Told of each fault of the store. */
  readonly failed?: (fault: StoreFault) => void;
}
