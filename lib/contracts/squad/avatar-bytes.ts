import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import { readGif } from "./avatar-gif";
import { readJpeg } from "./avatar-jpeg";
import type { PictureReading } from "./avatar-picture";
import { readPng } from "./avatar-png";
import * as rules from "./avatar-rules";
import { readWebp } from "./avatar-webp";

export type AvatarType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** A picture that may be shown, by its own bytes, or why there is none. Sides are in pixels. */
export type AvatarBytes =
  | { readonly picture: true; readonly type: AvatarType; readonly width: number; readonly height: number }
  | { readonly picture: false; readonly diagnostic: Diagnostic };

interface Format {
  readonly type: AvatarType;
  readonly name: string;
  readonly signature: readonly (number | null)[];
  readonly read: (bytes: Uint8Array) => PictureReading;
}

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));
const ANY = null;

const FORMATS: readonly Format[] = [
  { type: "image/png", name: "PNG", signature: [0x89, ...ascii("PNG\r\n\x1a\n")], read: readPng },
  { type: "image/jpeg", name: "JPEG", signature: [0xff, 0xd8, 0xff], read: readJpeg },
  { type: "image/gif", name: "GIF", signature: ascii("GIF87a"), read: readGif },
  { type: "image/gif", name: "GIF", signature: ascii("GIF89a"), read: readGif },
  {
    type: "image/webp",
    name: "WebP",
    signature: [...ascii("RIFF"), ANY, ANY, ANY, ANY, ...ascii("WEBP")],
    read: readWebp,
  },
];

const LFS_POINTER = ascii("version https://git-lfs.github.com/spec/");
/** How many bytes are looked at for an SVG's first element. */
const SVG_HEAD = 1024;

/**
 * Judges an avatar by its bytes alone: "type by content (PNG, JPEG, GIF, WebP; complete and well-formed as far as the
 * header says), size and pixel caps from the header … Anything else, Git LFS pointers and SVG included: no avatar, with
 * the reason". Nothing is decoded. Never throws.
 */
export function judgeAvatarBytes(bytes: Uint8Array): AvatarBytes {
  if (bytes.length > rules.MAX_AVATAR_BYTES) {
    return none(
      rules.AVATAR_TOO_LARGE,
      `The file has ${bytes.length} bytes; at most ${rules.MAX_AVATAR_BYTES} are shown.`,
    );
  }
  if (startsWith(bytes, LFS_POINTER))
    return none(rules.AVATAR_GIT_LFS, "The file is a pointer to Git LFS, not the picture itself.");
  const format = FORMATS.find(({ signature }) => startsWith(bytes, signature));
  if (format === undefined) {
    if (isSvg(bytes)) return none(rules.AVATAR_SVG, "The file is an SVG drawing.");
    return none(
      rules.AVATAR_NOT_A_PICTURE,
      bytes.length === 0 ? "The file is empty." : "The file is not a PNG, JPEG, GIF or WebP picture.",
    );
  }
  const reading = format.read(bytes);
  if ("fault" in reading)
    return none(rules.AVATAR_BROKEN, `The ${format.name} picture cannot be used: ${reading.fault}.`);
  const { width, height } = reading;
  if (width > rules.MAX_AVATAR_SIDE || height > rules.MAX_AVATAR_SIDE) {
    return none(
      rules.AVATAR_TOO_MANY_PIXELS,
      `The picture is ${width} by ${height} pixels; at most ${rules.MAX_AVATAR_SIDE} a side are shown.`,
    );
  }
  return { picture: true, type: format.type, width, height };
}

function none(rule: Rule, message: string): AvatarBytes {
  return { picture: false, diagnostic: diagnose(rule, "", message) };
}

function startsWith(bytes: Uint8Array, signature: readonly (number | null)[]): boolean {
  return bytes.length >= signature.length && signature.every((byte, index) => byte === ANY || bytes[index] === byte);
}

function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder("utf-8").decode(bytes.subarray(0, SVG_HEAD)).trim().toLowerCase();
  return head.startsWith("<svg") || (/^<(\?xml|!--|!doctype)/.test(head) && head.includes("<svg"));
}
