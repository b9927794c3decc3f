import type { Adapter } from "./adapter";
import { avatarAdapters } from "./squad/avatar";
import { bindingAdapters } from "./squad/binding";
import { checklistAdapters } from "./squad/checklist";
import { commentAdapters } from "./squad/comment";
import { continuityAdapters } from "./squad/continuity";
import { registryAdapters } from "./squad/registry";
import { threadAdapters } from "./squad/thread";

/** Every adapter, each by its file. Later systems add theirs here. */
export const ADAPTERS: readonly Adapter[] = [
  ...registryAdapters,
  ...bindingAdapters,
  ...commentAdapters,
  ...threadAdapters,
  ...avatarAdapters,
  ...continuityAdapters,
  ...checklistAdapters,
];
