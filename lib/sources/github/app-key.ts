import { createPrivateKey, type KeyObject } from "node:crypto";

/** The key in the one form that every signer takes (PKCS #8), or a sentence on what is wrong with the text. It never repeats any of it. */
export type KeyReading = { readonly ok: true; readonly pem: string } | { readonly ok: false; readonly why: string };

/** A key of 16,384 bits has 13 kB. */
const MAX_CHARACTERS = 64 * 1_024;
const LOCKED = "the key is locked with a passphrase. Use the file that GitHub gave you, which has none";
const NO_KEY =
  "it is no private key. Use the whole of the .pem file that GitHub gave you, from its first line to its last, or that file in base64";

/**
 * Reads a GitHub App's private key: the text of the .pem file, with its line breaks, with `\n` written for them, or the whole in base64,
 * which fits into one line of a variable. Never throws.
 */
export function readAppKey(text: string): KeyReading {
  if (text.trim() === "") return { ok: false, why: "it is empty" };
  if (text.length > MAX_CHARACTERS) return { ok: false, why: NO_KEY };
  const pem = pemIn(text.trim());
  if (pem === null) return { ok: false, why: NO_KEY };
  if (/ENCRYPTED/.test(pem)) return { ok: false, why: LOCKED };
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return { ok: false, why: NO_KEY };
  }
  if (key.asymmetricKeyType !== "rsa")
    return { ok: false, why: "it is a private key of another kind than GitHub makes for Apps (RSA)" };
  return { ok: true, pem: key.export({ type: "pkcs8", format: "pem" }).toString() };
}

function pemIn(text: string): string | null {
  if (text.startsWith("-----BEGIN")) return text.replaceAll("\\n", "\n");
  if (!/^[A-Za-z0-9+/=\s]+$/.test(text)) return null;
  const decoded = Buffer.from(text, "base64").toString("latin1").trim();
  return decoded.startsWith("-----BEGIN") ? decoded : null;
}
