/**
 * Global ids in the form that GitHub gives them: a prefix for the kind and, in base64, a MessagePack list of a version, the repository's id
 * and the object's own. Nobody should take one apart; the form is kept so that a test would notice who does.
 */
export function nodeId(kind: "R" | "I" | "PR" | "IC" | "U" | "BOT" | "O" | "M", ...ids: readonly number[]): string {
  const parts = [0, ...ids];
  const bytes = Buffer.concat([Buffer.from([0x90 + parts.length]), ...parts.map(packed)]);
  return `${kind}_${bytes.toString("base64url")}`;
}

function packed(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value]);
  if (value <= 0xffff_ffff) {
    const bytes = Buffer.alloc(5, 0xce);
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, 0xcf);
  bytes.writeBigUInt64BE(BigInt(value), 1);
  return bytes;
}
