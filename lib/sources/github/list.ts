import { z } from "zod";

/**
 * A list of at most so many elements. Zod's own lists judge every element before they are counted, and keep a finding for each bad one: a
 * few megabytes of `1,1,1` would fill the memory. This one is counted first, and is left at its first bad element.
 */
export function list<T>(element: z.ZodType<T>, max: number) {
  return z.unknown().transform((value, context): T[] => {
    const refuse = (message: string, path: PropertyKey[] = []) => {
      context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    };
    if (!Array.isArray(value)) return refuse("no list");
    if (value.length > max) return refuse("too long");
    const read: T[] = [];
    for (const [index, each] of (value as unknown[]).entries()) {
      const parsed = element.safeParse(each);
      if (!parsed.success) return refuse("a bad element", [index, ...(parsed.error.issues[0]?.path ?? [])]);
      read.push(parsed.data);
    }
    return read;
  });
}
