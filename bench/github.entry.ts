/** What reads GitHub, as one bundle: the same code that the server runs. */
export { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
export { Repository } from "@/lib/server/repository";
export { GITHUB } from "@/lib/server/rhythm";
export { runtime } from "@/lib/server/runtime";
export { personal } from "@/lib/sources/github/credential";
export { openGitHubHost, openGitHubSource } from "@/lib/sources/github/open";
export { EngineStore } from "@/lib/store/store";
