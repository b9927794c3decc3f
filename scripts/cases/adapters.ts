import type { Adapter } from "./adapter";
import { avatarAdapters } from "./squad/avatar";
import { checklistAdapters } from "./squad/checklist";
import { registryAdapters } from "./squad/registry";

/** Every adapter, each by its file. Later systems add theirs here. */
export const ADAPTERS: readonly Adapter[] = [...registryAdapters, ...avatarAdapters, ...checklistAdapters];
