import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Case } from "./adapter";

/**
 * The cases of one file: a cases file (one JSON object a line, with `area`) or a hard-inputs index (with `file` and `kind`).
 * A hard input whose file is missing is a case that fails.
 * @throws where the cases file cannot be read or a line is no such object; the runner reports that as its own failure
 */
export function readCases(path: string): Case[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [readCase(line, path, index + 1)]));
}

function readCase(line: string, path: string, number: number): Case {
  const where = `${basename(path)}:${number}`;
  const row: unknown = JSON.parse(line);
  if (!isRecord(row)) throw new Error(`${where} is not an object`);
  const isFile = typeof row.file === "string";
  const area = isFile ? row.kind : row.area;
  if (typeof row.id !== "string" || typeof area !== "string")
    throw new Error(`${where} has no id, or neither area nor file and kind`);
  const { bytes, unreadable } = isFile ? readBytes(path, String(row.file)) : { bytes: null };
  const beside = (name: string): Uint8Array => readFileSync(join(dirname(path), basename(name)));
  return {
    id: row.id,
    description: typeof row.description === "string" ? row.description : isFile ? String(row.file) : "",
    source: isFile ? "file" : "row",
    system: typeof row.system === "string" ? row.system : "squad",
    area,
    input: row.input,
    context: isRecord(row.context) ? row.context : {},
    expected: isRecord(row.expected) ? row.expected : { expected: row.expected },
    bytes,
    fileName: isFile ? String(row.file) : null,
    ...(unreadable === undefined ? {} : { unreadable }),
    beside,
  };
}

function readBytes(path: string, name: string): { bytes: Uint8Array | null; unreadable?: string } {
  try {
    return { bytes: readFileSync(join(dirname(path), basename(name))) };
  } catch (error) {
    return {
      bytes: null,
      unreadable: `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
