/** What a kept text says; null where it is no JSON, which no shape of a record takes. */
export function parseKept(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
