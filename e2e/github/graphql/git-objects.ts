import type { GitObject } from "../world/batch";
import type { Repository } from "../world/repository";
import type { TreeEntry } from "../world/store";

type Fields = Record<string, unknown>;

/** Bytes of text that GitHub gives of one blob before it cuts. */
const MOST_TEXT = 512_000;
const BINARY_WITHIN = 8000;

/** What a name in a repository stands for, as GraphQL gives it; null where there is nothing. `above` is the path of a tree, without a slash at the end. */
export async function gitObject(repository: Repository, name: string, above = ""): Promise<Fields | null> {
  const header = await repository.git.header(name);
  if (header === null) return null;
  const common = { oid: header.oid, abbreviatedOid: header.oid.slice(0, 7), id: `${header.type}_${header.oid}` };
  switch (header.type) {
    case "blob":
      return { __typename: "Blob", ...common, ...blob(repository, header) };
    case "tree":
      return { __typename: "Tree", ...common, entries: () => entries(repository, header.oid, above) };
    case "commit":
      return { __typename: "Commit", ...common, ...(await commit(repository, header.oid)) };
    case "tag":
      return { __typename: "Tag", ...common, target: () => gitObject(repository, `${header.oid}^{}`) };
  }
}

function blob(repository: Repository, { oid, size }: GitObject): Fields {
  const content = async () => (await repository.git.read(oid))?.content ?? Buffer.alloc(0);
  const isBinary = async () => (await content()).subarray(0, BINARY_WITHIN).includes(0);
  return {
    byteSize: size,
    isTruncated: size > MOST_TEXT,
    isBinary,
    text: async () => ((await isBinary()) ? null : (await content()).subarray(0, MOST_TEXT).toString("utf8")),
  };
}

async function commit(repository: Repository, oid: string): Promise<Fields> {
  const content = (await repository.git.read(oid))?.content.toString("utf8") ?? "";
  const date = (who: string) => {
    const seconds = new RegExp(`^${who} .* (\\d+) [+-]\\d{4}$`, "m").exec(content)?.[1] ?? "0";
    return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
  };
  const message = content.slice(content.indexOf("\n\n") + 2).trimEnd();
  return {
    authoredDate: date("author"),
    committedDate: date("committer"),
    message,
    messageHeadline: message.split("\n")[0],
    tree: () => gitObject(repository, `${oid}^{tree}`),
    file: ({ path }: { path: string }) => file(repository, oid, path),
  };
}

/** The entry of one path below a commit; null where there is none. */
async function file(repository: Repository, oid: string, path: string): Promise<Fields | null> {
  const parts = path.split("/").filter((part) => part !== "");
  const name = parts.pop();
  const above = parts.join("/");
  const siblings = await repository.git.tree(above === "" ? `${oid}^{tree}` : `${oid}:${above}`);
  const entry = siblings?.find((sibling) => sibling.name === name);
  return entry === undefined ? null : treeEntry(repository, entry, above);
}

async function entries(repository: Repository, oid: string, above: string): Promise<Fields[] | null> {
  return (await repository.git.tree(oid))?.map((entry) => treeEntry(repository, entry, above)) ?? null;
}

function treeEntry(repository: Repository, entry: TreeEntry, above: string): Fields {
  const path = above === "" ? entry.name : `${above}/${entry.name}`;
  const size = async () => (entry.type === "blob" ? ((await repository.git.header(entry.oid))?.size ?? 0) : 0);
  return {
    name: entry.name,
    nameRaw: entry.raw.toString("base64"),
    path,
    pathRaw: Buffer.concat([Buffer.from(path.slice(0, path.length - entry.name.length)), entry.raw]).toString("base64"),
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    oid: entry.oid,
    size,
    extension: /\.[^.]*$/.exec(entry.name)?.[0] ?? "",
    submodule: null,
    object: () => (entry.type === "commit" ? null : gitObject(repository, entry.oid, path)),
  };
}
