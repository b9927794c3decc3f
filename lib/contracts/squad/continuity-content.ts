import { readJsonText } from "../core/json";
import type { JsonValue } from "../core/json-types";
import { isList, isObject, type JsonObject } from "./json-values";
import { MAX_REGISTRY_BYTES } from "./registry-rules";

/** `1e20` is written with 21 digits: canonical text can be this many times as long as the registry it is from. */
const MAX_CONTENT = 8 * MAX_REGISTRY_BYTES;

/**
 * A value as JSON text that is the same for equal values: members sorted by UTF-16 code unit, no space, numbers as
 * ECMAScript writes them. Facts are kept in this form, so it never changes.
 */
export function canonicalText(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null)}`).join(",")}}`;
  }
  // JSON.stringify writes null for a number too large for a double; that would make it equal to a real null.
  if (value === Infinity) return "1e999";
  return value === -Infinity ? "-1e999" : JSON.stringify(value);
}

/** The members that canonical text holds; null where it is not the strict JSON of one object. Never throws. */
export function readContent(content: string): JsonObject | null {
  const reading = readJsonText(content, { maxBytes: MAX_CONTENT });
  return reading.ok && isObject(reading.value) ? reading.value : null;
}
