/**
 * The emulated GitHub in a process of its own, asked over the channel to its parent (bench/github/emulator.mjs). It ends with its parent.
 * Its argument is the bundle of bench/github-emulator.entry.ts.
 */
import { pathToFileURL } from "node:url";
import { START } from "./github/squad.mjs";
import { Squads } from "./github/world.mjs";

const { startGitHub, ACTIONS, tells } = await import(pathToFileURL(process.argv[2]).href);
const github = await startGitHub();
const squads = new Squads(github, ACTIONS, START);

const OPERATIONS = {
  start: () => ({ apiUrl: github.apiUrl, webUrl: github.webUrl }),
  token: (secret) => github.addToken(secret, { repositories: "all" }),
  /** null: it runs by itself. */
  clock: (now) => github.setNow(now === null ? null : new Date(now)),
  /** Points an hour. */
  limit: (limit) => github.setLimit({ core: { limit, remaining: limit }, graphql: { limit, remaining: limit } }),
  lay: (specs) => squads.lay(specs),
  push: async (name) => void (await squads.push(name)),
  rename: async (name, agent) => tells.push(await squads.push(name, agent), "0".repeat(40)),
  comment: (name) => squads.comment(name),
  reset: () => github.reset(),
  tally,
};

/** What was asked since the last reset. `paidMost`: how often the same thing was paid for, at most. */
function tally() {
  const paid = new Map();
  const points = { core: 0, graphql: 0 };
  const kinds = {};
  for (const entry of github.log) {
    points[entry.resource] += entry.points;
    const kind = kindOf(entry);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const target = JSON.stringify([entry.path, entry.query, entry.body]);
    if (entry.points > 0) paid.set(target, (paid.get(target) ?? 0) + 1);
  }
  const { requests, unexpected } = github;
  return { requests, points, kinds, paidMost: Math.max(0, ...paid.values()), paid: paid.size, unexpected };
}

const KINDS = {
  "commits/{ref}": "head",
  "git/blobs/{file_sha}": "blob",
  "git/trees/{tree_sha}": "tree",
  "issues/comments": "feed",
  "issues/comments/{comment_id}": "comment",
  "issues/{issue_number}/comments": "thread",
};

/** The name of a GraphQL question, or what is asked of a repository. */
function kindOf({ body, route }) {
  const question = /^query (\w+)/.exec(body?.query ?? "")?.[1];
  return question ?? KINDS[route?.slice("/repos/{owner}/{repo}/".length)] ?? "unknown";
}

async function end() {
  await github.stop();
  squads.end();
  process.exit(0);
}

process.on("message", async ({ id, operation, parts }) => {
  try {
    const result = await OPERATIONS[operation](...parts);
    process.send({ id, result: result === undefined ? null : result });
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.stack : String(error) });
  }
});
process.once("disconnect", () => void end());
// A signal for the whole group is the parent's business; it lets go of the channel when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
