/** Texts as the contracts compare and show them. Nothing here depends on the machine's locale. */

const NOT_PLAIN = /[^ -~]/;
const COMPOSING = /[\u0300-\uffff]/;
const VISIBLE = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
// Variation selectors only choose between an emoji's two drawings; a warning for each of them would bury the others.
const CONTROL = /(?!\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Longest excerpt of a foreign text inside a message, in UTF-16 code units. */
export const MAX_QUOTE = 80;

/** True when every surrogate has its partner, so that the text can be written as UTF-8. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** ECMAScript's trim, the reference reader's: White_Space, line terminators and U+FEFF; never U+200B. */
export function trimText(text: string): string {
  return text.trim();
}

/** True when a text holds nothing but printable ASCII and spaces, so that none of the rules about Unicode can concern it. */
export function isPlainAscii(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** Normalization Form C. No character below U+0300 combines with another, so a text of such characters is in it already. */
export function toNfc(text: string): string {
  return COMPOSING.test(text) ? text.normalize("NFC") : text;
}

/** "A visible character is any outside White_Space, General_Category C, Default_Ignorable_Code_Point and U+2800." */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** True when the text holds a character that turns, hides or breaks the text around it: a direction, format or control character. */
export function hasDirectionOrFormat(text: string): boolean {
  return !isPlainAscii(text) && CONTROL.test(text);
}

/** "Canonical IDs use lowercase alphanumeric segments separated by single hyphens." */
export function isCanonicalId(text: string): boolean {
  let afterHyphen = true;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === HYPHEN) {
      if (afterHyphen) return false;
      afterHyphen = true;
    } else if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
      afterHyphen = false;
    } else return false;
  }
  return !afterHyphen;
}

/** Orders two texts by UTF-16 code unit, as `sort()` without an argument does. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** At most `max` UTF-16 code units of a text, the last an ellipsis where it was cut; never half a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** A foreign text for use inside a message: cut at MAX_QUOTE, in quotation marks, with what cannot be seen written as `\u{202E}`. */
export function quote(text: string): string {
  return `“${cutText(text, MAX_QUOTE).replace(UNSHOWABLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)}”`;
}

const HYPHEN = 0x2d;
