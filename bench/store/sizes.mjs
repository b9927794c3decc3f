/**
 * The collections that can be reached from an object, by the way that leads to each: `.repositories{}.attentions` stands for those of every
 * repository. What only closures and WeakMaps hold cannot be reached.
 * @param {object} root @param {readonly object[]} [besides] is not looked into
 * @returns {Map<string, { entries: number, most: number }>} of all of a kind together, and of the largest
 */
export function collections(root, besides = []) {
  const found = new Map();
  const seen = new Set([root, ...besides]);
  let next = [{ value: root, way: "" }];
  while (next.length > 0) {
    const below = [];
    const go = (value, way) => {
      if (typeof value !== "object" || value === null || seen.has(value) || isBytes(value)) return;
      seen.add(value);
      below.push({ value, way });
    };
    for (const { value, way } of next) {
      note(found, value, way);
      for (const [inner, step] of inside(value)) go(inner, way + step);
    }
    next = below;
  }
  return found;
}

function isBytes(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function note(found, value, way) {
  const entries = Array.isArray(value)
    ? value.length
    : value instanceof Map || value instanceof Set
      ? value.size
      : null;
  if (entries === null) return;
  const known = found.get(way) ?? { entries: 0, most: 0 };
  found.set(way, { entries: known.entries + entries, most: Math.max(known.most, entries) });
}

function* inside(value) {
  if (value instanceof Map) {
    for (const [key, entry] of value) {
      yield [key, "<key>"];
      yield [entry, "{}"];
    }
  } else if (value instanceof Set || Array.isArray(value)) {
    for (const entry of value) yield [entry, "[]"];
  } else
    for (const [key, { value: entry }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
      // Names that are data, such as an agent's, are not ways of their own.
      yield [entry, /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : ".*"];
}
