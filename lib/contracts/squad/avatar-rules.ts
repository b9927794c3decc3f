import type { Rule } from "../core/diagnostic";

function rule<Code extends string>(code: Code, sentence: string, mend: string): Rule<Code> {
  return { code, severity: "note", sentence, mend };
}

/** "avatar 512 KiB and 4,096 px a side" */
export const MAX_AVATAR_BYTES = 512 * 1024;
export const MAX_AVATAR_SIDE = 4_096;

const REPLACE = "Commit a PNG, JPEG, GIF or WebP picture in its place.";

export const AVATAR_NOT_REQUESTED = rule(
  "avatar-not-requested",
  "Every step of an avatar's path below the agent's own folder can be requested as it is written.",
  "Rename the file: no empty step, none that ends in a dot, and no control character, %, ? or #.",
);
export const AVATAR_TOO_LARGE = rule(
  "avatar-too-large",
  "An avatar is at most 512 KiB large.",
  "Commit a smaller picture.",
);
export const AVATAR_GIT_LFS = rule(
  "avatar-git-lfs",
  "An avatar is stored in the repository itself.",
  "The repository holds only a pointer: the picture is in Git LFS, which is not read. Commit the picture itself.",
);
export const AVATAR_SVG = rule(
  "avatar-svg",
  "An avatar is a PNG, JPEG, GIF or WebP picture.",
  "SVG files can hold programs and are never shown. Commit the picture as PNG.",
);
export const AVATAR_NOT_A_PICTURE = rule(
  "avatar-not-a-picture",
  "An avatar is a PNG, JPEG, GIF or WebP picture, whatever its name says.",
  REPLACE,
);
export const AVATAR_BROKEN = rule("avatar-broken", "An avatar is a complete and well-formed picture.", REPLACE);
export const AVATAR_TOO_MANY_PIXELS = rule(
  "avatar-too-many-pixels",
  "An avatar is at most 4,096 pixels wide and high.",
  "Commit a smaller picture.",
);

/** Every rule about a picture, in the order in which they are checked. A breach means that no picture is shown, nothing more. */
export const AVATAR_RULES: readonly Rule[] = [
  AVATAR_NOT_REQUESTED,
  AVATAR_TOO_LARGE,
  AVATAR_GIT_LFS,
  AVATAR_SVG,
  AVATAR_NOT_A_PICTURE,
  AVATAR_BROKEN,
  AVATAR_TOO_MANY_PIXELS,
];
