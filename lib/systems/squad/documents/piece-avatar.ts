import type { AgentRecord } from "@/lib/contracts/squad/registry-types";
import { AVATAR_RULES } from "@/lib/contracts/squad/avatar-rules";
import type { PieceData } from "../document-types";
import type { Squad } from "../judge";
import type { PictureReading } from "../pictures";
import { showBinary } from "./bytes";
import { claim } from "./claims";
import { fileLink } from "./permalink";

/** Evidence for one record's avatar, from a reading made now at the snapshot's pin. */
export function avatarPiece(squad: Squad, agent: AgentRecord, reading: PictureReading): PieceData {
  const path = agent.avatar;
  const base = {
    address: `avatar:${agent.id}`,
    warned: [],
    related: [],
    source: {
      issues: [],
      permalink: path === null ? null : fileLink(squad, path),
      path,
      oid: null,
      sha256: null,
      size: null,
      comment: null,
    },
  };
  if (!reading.shown) {
    const none = claim(
      agent.id,
      "has no avatar to show.",
      null,
      "No avatar",
      "Nothing stands in its place: no initials, no account picture.",
    );
    const { file } = reading;
    return {
      ...base,
      claim: none,
      failed: [reading.reason],
      passed: [],
      bytes: file === undefined ? null : showBinary(path ?? "", file.bytes),
      picture: null,
      source: file === undefined ? base.source : { ...base.source, oid: file.oid, size: file.size },
      download: file !== undefined,
    };
  }
  const { oid, size, type, width, height } = reading.picture;
  return {
    ...base,
    claim: claim(
      agent.id,
      "has this avatar.",
      squad.outcome === "complete" ? "complete" : "incomplete",
      "Shown",
      `${type} by content, ${width} × ${height} pixels.`,
    ),
    failed: [],
    passed: AVATAR_RULES.map(({ code, sentence }) => ({ code, sentence })),
    bytes: showBinary(path ?? "", reading.bytes),
    picture: { id: agent.id, oid },
    source: { ...base.source, oid, size },
    download: true,
  };
}
