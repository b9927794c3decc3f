/**
 * Writes responses.json: what GitHub's own description of its REST API says about the answers that the emulator gives. By hand, when GitHub
 * changes something: `node e2e/github/description/extract.mjs <path of api.github.com.deref.json>`. Words and examples are left out.
 */
import { readFileSync, writeFileSync } from "node:fs";

const ROUTES = [
  "/repos/{owner}/{repo}",
  "/repos/{owner}/{repo}/git/blobs/{file_sha}",
  "/repos/{owner}/{repo}/git/trees/{tree_sha}",
  "/repos/{owner}/{repo}/issues/comments",
  "/repos/{owner}/{repo}/issues/comments/{comment_id}",
  "/repos/{owner}/{repo}/issues/{issue_number}/comments",
  "/rate_limit",
];

const WORDS = new Set(["description", "example", "examples", "title", "externalDocs", "deprecated", "default"]);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("say where the description is");
const description = JSON.parse(readFileSync(source, "utf8"));
const body = (route, status) => description.paths[route].get.responses[status].content["application/json"].schema;

/** A schema without what only people read. The members of an object are kept whatever they are called. */
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (schema === null || typeof schema !== "object") return schema;
  const kept = Object.entries(schema).filter(([key]) => !WORDS.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, key === "properties" ? members(value) : bare(value)]));
}

function members(properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, bare(schema)]));
}

const responses = Object.fromEntries(ROUTES.map((route) => [route, bare(body(route, "200"))]));
const error = bare(body("/repos/{owner}/{repo}", "404"));
const whole = { version: description.info.version, error, responses };
writeFileSync(new URL("responses.json", import.meta.url), `${JSON.stringify(whole)}\n`);
