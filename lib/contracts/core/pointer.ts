/** JSON pointers (RFC 6901): where in a value something stands. "" is the whole value. */

/** One member name or list index as a reference token: `~` becomes `~0`, `/` becomes `~1`. */
export function escapeToken(name: string | number): string {
  if (typeof name === "number") return String(name);
  if (name.indexOf("~") < 0 && name.indexOf("/") < 0) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The pointer of a member below `base`, which is itself a pointer. */
export function joinPointer(base: string, ...names: readonly (string | number)[]): string {
  let pointer = base;
  for (const name of names) pointer += `/${escapeToken(name)}`;
  return pointer;
}

/**
 * The names a pointer goes through, or null where the text is no pointer: it neither is empty nor begins with `/`, or
 * has a `~` that is not `~0` or `~1`.
 */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
