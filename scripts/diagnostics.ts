import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rule } from "@/lib/contracts/core/diagnostic";

/** A module that states rules, and the rules it states, by code. */
export interface Catalogue {
  readonly module: string;
  readonly rules: readonly Rule[];
}

const FOLDERS = ["lib/contracts", "lib/systems"];

/** Every rule that any module of contracts or systems exports, alone or in a list. Imports the modules. */
export async function readCatalogues(root: string): Promise<Catalogue[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(root, folder, name)),
  );
  const modules = files.filter((file) => /rule[^/]*\.ts$/.test(file) && !file.endsWith(".test.ts")).sort();
  const seen = new Set<string>();
  const catalogues: Catalogue[] = [];
  for (const file of modules) {
    const exported = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>);
    const rules = exported.flatMap(rulesIn).filter(({ code }) => !seen.has(code) && seen.add(code));
    if (rules.length > 0) catalogues.push({ module: relative(root, file), rules: rules.sort(byCode) });
  }
  return catalogues;
}

function byCode(a: Rule, b: Rule): number {
  return a.code < b.code ? -1 : 1;
}

function rulesIn(value: unknown): Rule[] {
  if (isRule(value)) return [value];
  if (Array.isArray(value)) return value.filter(isRule);
  return typeof value === "object" && value !== null ? Object.values(value).filter(isRule) : [];
}

function isRule(value: unknown): value is Rule {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    "sentence" in value &&
    "mend" in value &&
    "severity" in value
  );
}

/** docs/diagnostics.md as it should be. */
export function diagnosticsPage(catalogues: readonly Catalogue[]): string {
  const head = [
    "# Diagnostics",
    "",
    "Every finding that Muster can state, by its stable code. An error refuses or excludes what it is about; a warning and a note do not.",
    "This page is written by `npm run docs:diagnostics` from the rules themselves; a test holds the two together.",
  ];
  const sections = catalogues.flatMap(({ module, rules }) => [
    "",
    `## \`${module}\``,
    "",
    "| code | severity | what holds when all is well | what would mend it |",
    "| --- | --- | --- | --- |",
    ...rules.map(
      ({ code, severity, sentence, mend }) => `| \`${code}\` | ${severity} | ${cell(sentence)} | ${cell(mend)} |`,
    ),
  ]);
  return `${[...head, ...sections].join("\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
