import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import type { Look } from "@/lib/contracts/core/look";
import type { Entry, Source } from "@/lib/sources/source";

export const REGISTRY = ".squad/casting/registry.json";
export const AVATAR = ".squad/agents/runtime-engineer/avatar.png";

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is removed when the test file has ended. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "muster-directory-")));
  made.push(folder);
  return folder;
}

/** Writes a file, and the folders above it. */
export function put(root: string, path: string, content: string | Uint8Array): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** An answer without the facts of its look, once it was seen to name nothing of this machine. */
export function answerOf<T>(look: Look<T>): Omit<Look<T>, "at" | "millis" | "requests"> {
  expect(JSON.stringify(look)).not.toContain(tmpdir());
  const { at, millis, requests, ...answer } = look;
  expect([at, millis, requests].every((fact) => Number.isFinite(fact) && fact >= 0)).toBe(true);
  return answer;
}

/** The value of a look that must have one. */
export function valueOf<T>(look: Look<T>): T {
  if (look.answer !== "value") throw new Error(`No value: ${JSON.stringify(look)}`);
  return look.value;
}

export async function headOf(source: Source) {
  return valueOf(await source.head(null));
}

export async function entryAt(source: Source, path: string): Promise<Look<Entry>> {
  return source.entry(await headOf(source), path);
}

/** Text of the file at a path, by all three calls. */
export async function readText(source: Source, path: string, maxBytes = 1_048_576): Promise<string> {
  const pin = await headOf(source);
  const entry = valueOf(await source.entry(pin, path));
  return Buffer.from(valueOf(await source.blob(pin, entry, maxBytes))).toString();
}

/** The answer to the file at a path: of its entry, or of its content where it has one. */
export async function fileAnswer(source: Source, path: string, maxBytes = 1_048_576) {
  const pin = await headOf(source);
  const entry = await source.entry(pin, path);
  return answerOf(entry.answer === "value" ? await source.blob(pin, entry.value, maxBytes) : entry);
}

/** Runs as an account without privileges where the tests run as root, who may read everything. */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || !process.seteuid) return work();
  process.seteuid(65_534);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}
