import "server-only";
import { z } from "zod";

/** What processes tell each other through the store. `of` names the place of a repository. */
export type Message =
  /** A standing was written. */
  | { readonly t: "changed"; readonly of: string; readonly scope: string; readonly version: number }
  /** Somebody has a repository open at another process than the one that leads it. */
  | { readonly t: "attend"; readonly of: string; readonly what: "overview" | "repository" | "work" }
  /** Somebody asked for a look, or a webhook told of a change. */
  | { readonly t: "look"; readonly of: string }
  /** An operator decided about a repository. */
  | { readonly t: "decided"; readonly of: string }
  /** What a credential may still ask is another than before. */
  | { readonly t: "budget"; readonly key: string };

const of = z.string();
const shape = z.discriminatedUnion("t", [
  z.object({ t: z.literal("changed"), of, scope: z.string(), version: z.int() }),
  z.object({ t: z.literal("attend"), of, what: z.enum(["overview", "repository", "work"]) }),
  z.object({ t: z.literal("look"), of }),
  z.object({ t: z.literal("decided"), of }),
  z.object({ t: z.literal("budget"), key: z.string() }),
]);

export function writeMessage(message: Message): string {
  return JSON.stringify(message);
}

/** null: another Muster's, which says something that this one does not know. */
export function readMessage(text: string): Message | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
