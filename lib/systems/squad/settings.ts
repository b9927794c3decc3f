import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";

/** What an operator set for one repository. */
export interface SquadSettings {
  readonly repository: string;
  readonly trust: readonly TrustedAccount[];
  readonly staleMillis: number;
  /** Threads are files that the operator exported. */
  readonly exported: boolean;
  /** Where people read what is on GitHub, without a slash at the end; null: the repository is a directory. */
  readonly webUrl: string | null;
  readonly ref: string | null;
}
