import { LRUCache } from "lru-cache";
import { diagnose, type Diagnostic, type Rule } from "@/lib/contracts/core/diagnostic";
import type { Look, Pin, Sha, Unfit } from "@/lib/contracts/core/look";
import { judgeAvatarBytes } from "@/lib/contracts/squad/avatar-bytes";
import { judgeAvatarReference } from "@/lib/contracts/squad/avatar-reference";
import { AVATAR_GIT_LFS, AVATAR_TOO_LARGE, MAX_AVATAR_BYTES } from "@/lib/contracts/squad/avatar-rules";
import type { AgentRecord } from "@/lib/contracts/squad/registry-types";
import type { CallLimits, Source } from "@/lib/sources/source";
import { RULES } from "./rules";

/** Above so many pictures a roster does not wait for them: each is judged when it is asked for. */
export const PICTURES_AT_ONCE = 400;
const SIDE_BY_SIDE = 6;

export interface Picture {
  readonly oid: Sha;
  readonly size: number;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** A file that was read and is no picture to show. */
export type RefusedFile = Pick<Picture, "oid" | "size">;

/** What became of one record's avatar reference. `unread`: not judged yet. */
export type PictureVerdict =
  | { readonly shown: true; readonly picture: Picture }
  | { readonly shown: false; readonly reason: Diagnostic; readonly file?: RefusedFile }
  | "unread";

/** A picture's bytes with its verdict, for the route that serves it; of a file that is refused the bytes too, as evidence. */
export type PictureReading =
  | { readonly shown: true; readonly picture: Picture; readonly bytes: Uint8Array }
  | {
      readonly shown: false;
      readonly reason: Diagnostic;
      readonly file?: RefusedFile & { readonly bytes: Uint8Array };
    };

// What hangs on an object name never changes, so a verdict is kept by it, whichever repository asks.
const judged = new LRUCache<Sha, Extract<PictureVerdict, object>>({ max: 5_000 });

/**
 * Judges the avatars of a roster at the registry's own pin.
 * @param read false: a picture whose content was never judged stays `unread`, so that nothing is asked for that nobody looks at
 * Contract: "Read at the snapshot's commit, type by content … Anything else, Git LFS pointers and SVG included: no avatar, with the reason."
 */
export async function judgePictures(
  source: Source,
  pin: Pin,
  agents: Iterable<AgentRecord>,
  limits: CallLimits,
  read = true,
): Promise<Map<string, PictureVerdict>> {
  const named = [...agents].filter((agent) => agent.avatar !== null && agent.status !== "retired");
  if (named.length > PICTURES_AT_ONCE) return new Map(named.map((agent) => [agent.id, "unread"]));
  const verdicts = new Map<string, PictureVerdict>();
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < named.length; index = next++) {
      const agent = named[index] as AgentRecord;
      verdicts.set(agent.id, await judgePicture(source, pin, agent, limits, read));
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, named.length) }, worker));
  return verdicts;
}

async function judgePicture(
  source: Source,
  pin: Pin,
  agent: AgentRecord,
  limits: CallLimits,
  read: boolean,
): Promise<PictureVerdict> {
  const reading = await readPicture(
    source,
    pin,
    agent,
    limits,
    (oid) => judged.get(oid) ?? (read ? undefined : "unread"),
  );
  if (reading === "unread") return reading;
  if ("bytes" in reading) return { shown: true, picture: reading.picture };
  if (reading.shown || reading.file === undefined) return reading;
  const { oid, size } = reading.file;
  return { shown: false, reason: reading.reason, file: { oid, size } };
}

type Known = (oid: Sha) => PictureVerdict | undefined;

/** Reads and judges one record's picture. Never a picture for a tombstone, and never a request for an unsound reference. */
export async function readPicture(
  source: Source,
  pin: Pin,
  agent: AgentRecord,
  limits: CallLimits,
): Promise<PictureReading>;
export async function readPicture(
  source: Source,
  pin: Pin,
  agent: AgentRecord,
  limits: CallLimits,
  known: Known,
): Promise<PictureReading | PictureVerdict>;
export async function readPicture(
  source: Source,
  pin: Pin,
  agent: AgentRecord,
  limits: CallLimits,
  known?: Known,
): Promise<PictureReading | PictureVerdict> {
  if (agent.status === "retired")
    return none(diagnose(RULES.avatarRetired, "", "This record is a tombstone, so no picture is shown."));
  const reference = judgeAvatarReference(agent.id, agent.avatar ?? "");
  if (!reference.fetch) return none(reference.diagnostic);
  const entry = await source.entry(pin, reference.path, limits);
  if (entry.answer !== "value") return none(whyNot(entry));
  const before = known?.(entry.value.oid);
  if (before !== undefined) return before;
  const blob = await source.blob(pin, entry.value, MAX_AVATAR_BYTES, limits);
  if (blob.answer !== "value") return none(whyNot(blob));
  const { oid, size } = entry.value;
  const verdict = judgeAvatarBytes(blob.value);
  if (!verdict.picture) {
    const refused = none(verdict.diagnostic);
    judged.set(oid, { ...refused, file: { oid, size } });
    return { ...refused, file: { oid, size, bytes: blob.value } };
  }
  const picture = { oid, size, type: verdict.type, width: verdict.width, height: verdict.height };
  judged.set(oid, { shown: true, picture });
  return { shown: true, picture, bytes: blob.value };
}

function none(reason: Diagnostic): { readonly shown: false; readonly reason: Diagnostic } {
  return { shown: false, reason };
}

function whyNot(look: Look<unknown>): Diagnostic {
  if (look.answer === "absent")
    return diagnose(RULES.avatarMissing, "", "There is no file at the path that the record names.");
  if (look.answer === "unfit") return diagnose(unfitRule(look.why), "", look.detail);
  if (look.answer === "failed" || look.answer === "denied") return diagnose(RULES.avatarUnread, "", look.detail);
  return diagnose(RULES.avatarUnread, "", "The picture could not be read.");
}

function unfitRule(why: Unfit): Rule {
  if (why === "too-large") return AVATAR_TOO_LARGE;
  return why === "lfs" ? AVATAR_GIT_LFS : RULES.avatarUnfit;
}
