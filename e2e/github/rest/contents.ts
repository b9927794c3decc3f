import { json, refusal, type Reply } from "../answer";
import type { RepositoryCall } from "../call";
import { nodeId } from "../world/node-id";
import type { TreeEntry } from "../world/store";

const OID = /^[0-9a-f]{40}$/i;
const LINE = /.{1,60}/g;

/** The name of a commit alone: the cheapest question whether anything changed. Its ETag is the name, whoever asks. */
export async function commitSha(call: RepositoryCall): Promise<Reply> {
  const ref = call.parts[0] ?? "";
  if (!/^application\/vnd\.github(?:\.v3)?\.sha$/.test(call.entry.accept)) {
    call.unexpected(`${call.entry.method} ${call.entry.path} as ${call.entry.accept || "anything"}`);
    return refusal(415, "The emulator gives a commit as application/vnd.github.sha only");
  }
  const { git } = call.repository;
  const sha = await git.commitOf(ref);
  if (sha !== null) {
    const type = `${call.entry.accept}; charset=utf-8`;
    return { status: 200, type, body: Buffer.from(sha), etag: `"${sha}"` };
  }
  if ((await git.commitOf("HEAD")) === null) return refusal(409, "Git Repository is empty.");
  return refusal(422, `No commit found for SHA: ${ref}`);
}

export async function blob(call: RepositoryCall): Promise<Reply> {
  const oid = call.parts[0] ?? "";
  const found = OID.test(oid) ? await call.repository.git.read(oid) : null;
  if (found?.type !== "blob") return refusal(404, "Not Found");
  if (/^application\/vnd\.github(?:\.v3)?\.raw(?:\+json)?$/.test(call.entry.accept))
    return { status: 200, type: `${call.entry.accept}; charset=utf-8`, body: found.content };
  const lines = found.content.toString("base64").match(LINE) ?? [];
  return json({
    sha: found.oid,
    node_id: nodeId("R", call.repository.id, 0),
    size: found.size,
    url: `${urlOf(call)}/git/blobs/${found.oid}`,
    content: lines.map((line) => `${line}\n`).join(""),
    encoding: "base64",
  });
}

/** A tree by its own name, or by that of a commit. Any value of `recursive` asks for everything below, as on GitHub. */
export async function tree(call: RepositoryCall): Promise<Reply> {
  const name = call.parts[0] ?? "";
  const { git } = call.repository;
  const commit = await git.commitOf(name);
  const found = OID.test(name) || commit !== null ? await git.header(`${commit ?? name}^{tree}`) : null;
  if (found === null) {
    const empty = (await git.commitOf("HEAD")) === null;
    return empty ? refusal(409, "Git Repository is empty.") : refusal(404, "Not Found");
  }
  const entries: Record<string, unknown>[] = [];
  const limit = call.switches.treeLimit;
  const collect = async (oid: string, above: string): Promise<void> => {
    for (const entry of (await git.tree(oid)) ?? []) {
      if (entries.length >= limit) truncated = true;
      if (truncated) return;
      entries.push(await rendered(call, entry, above));
      if (entry.type === "tree" && call.query.has("recursive")) await collect(entry.oid, `${above}${entry.name}/`);
    }
  };
  let truncated = false;
  await collect(found.oid, "");
  return json({ sha: found.oid, url: `${urlOf(call)}/git/trees/${found.oid}`, tree: entries, truncated });
}

async function rendered(call: RepositoryCall, entry: TreeEntry, above: string): Promise<Record<string, unknown>> {
  const whole = { path: above + entry.name, mode: entry.mode, type: entry.type, sha: entry.oid };
  // A submodule's commit is in another repository: it has no address here.
  if (entry.type === "commit") return whole;
  const url = `${urlOf(call)}/git/${entry.type}s/${entry.oid}`;
  if (entry.type === "tree") return { ...whole, url };
  return { ...whole, size: (await call.repository.git.header(entry.oid))?.size ?? 0, url };
}

function urlOf(call: RepositoryCall): string {
  return `${call.apiUrl}/repos/${call.repository.fullName}`;
}
