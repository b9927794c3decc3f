import { judgeAvatarBytes } from "../../../lib/contracts/squad/avatar-bytes";
import { judgeAvatarMember, judgeAvatarReference } from "../../../lib/contracts/squad/avatar-reference";
import { readRegistry } from "../../../lib/contracts/squad/registry";
import type { Adapter, Case, Outputs } from "../adapter";
import { registryBytes } from "./registry";

/** Whose folder the paths are judged against: the context that the hard inputs share. */
const OWNER = "runtime-engineer";

interface PathRow {
  readonly slug: string;
  readonly path: string;
  readonly expected: string;
}

/** Each path says for itself what it must give; a path that gives anything else is an error. */
function runPaths(test: Case): Outputs {
  const rows = JSON.parse(new TextDecoder().decode(test.bytes ?? new Uint8Array())) as readonly PathRow[];
  const wrong = rows.filter(({ path, expected }) => {
    const reference = judgeAvatarReference(OWNER, path);
    if (!expected.startsWith("fetched")) return reference.fetch;
    const encoded = path.split("/").map(encodeURIComponent);
    return !reference.fetch || reference.path !== path || reference.segments.join("/") !== encoded.join("/");
  });
  if (wrong.length > 0)
    throw new Error(`judged otherwise than the file says: ${wrong.map(({ slug }) => slug).join(", ")}`);
  return { avatar: "judged" };
}

function runBytes(test: Case): Outputs {
  const judged = judgeAvatarBytes(test.bytes ?? new Uint8Array());
  return judged.picture
    ? { avatar: "shown", headers: judged.type, type: judged.type }
    : { avatar: "none", headers: null, type: null };
}

/** The words are for people; a machine reads whether a picture is shown. */
function sameAvatar(expected: unknown, got: unknown): boolean {
  const words = String(expected);
  if (words === "shown") return got === "shown";
  if (words.startsWith("none")) return got === "none";
  // "served by its real type or refused": never by the file's name, which the function does not even see.
  return words.startsWith("served") && (got === "shown" || got === "none");
}

/** Three records by themselves: an absent avatar is no fault, `null` and a text exclude their record; none has a picture. */
function runRecords(test: Case): Outputs {
  const records = JSON.parse(new TextDecoder().decode(test.bytes ?? new Uint8Array())) as Record<
    string,
    Record<string, unknown>
  >;
  const pictures = Object.entries(records).map(([name, record]) => {
    const root = {
      schema: "squad-agent-provenance/v1",
      schema_version: 1,
      revision: 1,
      generated_at: "2026-09-21T20:00:00.000Z",
    };
    const verdict = readRegistry(registryBytes({ ...root, agents: { [OWNER]: record } }));
    const agent = verdict.verdict === "complete" ? verdict.registry.agents.get(OWNER) : undefined;
    const sound = !("avatar" in record) || "path" in judgeAvatarMember(OWNER, record.avatar as never, "");
    if (sound !== (agent !== undefined)) throw new Error(`the record “${name}” is judged otherwise than its avatar`);
    return agent?.avatar ?? null;
  });
  return { avatar: pictures.every((picture) => picture === null) ? "none" : "shown" };
}

const file = (area: string, run: Adapter["run"], matches: Adapter["matches"]): Adapter => ({
  system: "squad",
  source: "file",
  area,
  run,
  matches,
});

export const avatarAdapters: readonly Adapter[] = [
  { ...file("avatar-paths", runPaths, {}), checksItself: true },
  file("avatar-bytes", runBytes, {
    avatar: sameAvatar,
    headers: (expected, got) => typeof got === "string" && String(expected).startsWith(got),
  }),
  file("avatar-records", runRecords, { avatar: sameAvatar }),
];
