/** The emulated GitHub of the tests, as one bundle that a process of its own can run. */
export { startGitHub } from "../e2e/github/server";
export { ACTIONS } from "../e2e/github/world/accounts";
export { tells } from "../e2e/github/webhooks";
