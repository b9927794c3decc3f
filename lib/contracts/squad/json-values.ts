import type { JsonValue } from "../core/json-types";

export type JsonObject = { readonly [name: string]: JsonValue };

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The member of that name, or undefined where the object has none of its own: `constructor` is an ordinary name here. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** "A number that a rule reads as an integer must be a safe integer": true for those from 1 on. */
export function isPositive(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
