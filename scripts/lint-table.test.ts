import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** One file of the scratch project: what it holds and the rule that must refuse it, or null where none may. */
interface Row {
  readonly file: string;
  readonly text: string;
  readonly refusedBy: string | null;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PATHS = "import/no-restricted-paths";
const IMPORTS = "@typescript-eslint/no-restricted-imports";
const GLOBALS = "no-restricted-globals";
const PROPERTIES = "no-restricted-properties";
const SYNTAX = "no-restricted-syntax";

/** Something to import in every folder of the table. */
const TARGETS = [
  "lib/contracts/core/a",
  "lib/contracts/squad/a",
  "lib/contracts/beacon/a",
  "lib/sources/source",
  "lib/sources/directory/a",
  "lib/store/a",
  "lib/systems/squad/a",
  "lib/server/a",
  "lib/api/a",
  "components/ui/a",
  "app/a",
  "cli/a",
  "e2e/a",
  "scripts/a",
];

/** The import table of the house, written out by hand: who may take values from whom. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "lib/contracts/core": ["lib/contracts/core/a"],
  "lib/contracts/squad": ["lib/contracts/core/a", "lib/contracts/squad/a"],
  "lib/contracts/beacon": ["lib/contracts/core/a", "lib/contracts/beacon/a"],
  "lib/sources/directory": ["lib/contracts/core/a", "lib/sources/source", "lib/sources/directory/a"],
  "lib/store": ["lib/contracts/core/a", "lib/store/a"],
  "lib/systems/squad": ["lib/contracts/core/a", "lib/contracts/squad/a", "lib/sources/source", "lib/systems/squad/a"],
  "lib/server": TARGETS.filter((target) => /^lib\/(contracts|sources|store|systems|server)\//.test(target)),
  "lib/api": [
    "lib/contracts/core/a",
    "lib/contracts/squad/a",
    "lib/contracts/beacon/a",
    "lib/systems/squad/a",
    "lib/api/a",
  ],
  components: ["lib/api/a", "components/ui/a"],
  app: ["lib/server/a", "lib/systems/squad/a", "lib/api/a", "components/ui/a", "app/a"],
  cli: TARGETS.filter((target) => /^(lib\/(contracts|sources|systems)|cli)\//.test(target)),
};

/** Every pair of folders, by alias and by relative path; type imports, so that only the table decides. */
const tableRows: readonly Row[] = Object.entries(ALLOWED).flatMap(([folder, allowed]) =>
  TARGETS.flatMap((target, index) => {
    const relativePath = relative(folder, target);
    const specifiers = [`@/${target}`, relativePath.startsWith(".") ? relativePath : `./${relativePath}`];
    return specifiers.map((specifier, form) => ({
      file: `${folder}/imports-${index}-${form}.ts`,
      text: `import type { A } from "${specifier}";\nexport type B = A;\n`,
      refusedBy: allowed.includes(target) ? null : PATHS,
    }));
  }),
);

const take = (specifier: string) => `import { a } from "${specifier}";\nexport const b = a;\n`;

const otherRows: readonly Row[] = [
  { file: "proxy.ts", text: take("@/lib/server/a"), refusedBy: null },
  { file: "instrumentation.ts", text: take("@/lib/contracts/core/a"), refusedBy: PATHS },
  {
    file: "lib/contracts/squad/dynamic.ts",
    text: `export const later = () => import("@/lib/server/a");\n`,
    refusedBy: PATHS,
  },
  { file: "lib/contracts/squad/again.ts", text: `export { a } from "@/lib/contracts/beacon/a";\n`, refusedBy: PATHS },
  {
    file: "lib/contracts/squad/type.ts",
    text: `export type T = import("@/lib/contracts/core/a").A;\n`,
    refusedBy: "@typescript-eslint/consistent-type-imports",
  },
  {
    file: "lib/contracts/core/node.ts",
    text: `import { readFileSync } from "node:fs";\nexport const b = readFileSync;\n`,
    refusedBy: IMPORTS,
  },
  {
    file: "lib/contracts/core/bare.ts",
    text: `import { readFileSync } from "fs";\nexport const b = readFileSync;\n`,
    refusedBy: IMPORTS,
  },
  {
    file: "lib/contracts/core/next.ts",
    text: `import { headers } from "next/headers";\nexport const b = headers;\n`,
    refusedBy: IMPORTS,
  },
  {
    file: "lib/contracts/core/react.ts",
    text: `import { useState } from "react";\nexport const b = useState;\n`,
    refusedBy: IMPORTS,
  },
  { file: "lib/contracts/core/server.ts", text: `import "server-only";\nexport const b = 1;\n`, refusedBy: IMPORTS },
  { file: "lib/contracts/squad/zod.ts", text: `import { z } from "zod";\nexport const b = z;\n`, refusedBy: IMPORTS },
  {
    file: "lib/contracts/squad/parse.ts",
    text: `import { fromMarkdown } from "mdast-util-from-markdown";\nexport const b = fromMarkdown;\n`,
    refusedBy: null,
  },
  { file: "lib/contracts/core/environment.ts", text: `export const b = () => process.env.TZ;\n`, refusedBy: GLOBALS },
  {
    file: "lib/contracts/core/fetch.ts",
    text: `export const b = () => fetch("https://example.org");\n`,
    refusedBy: GLOBALS,
  },
  { file: "lib/contracts/core/timer.ts", text: `export const b = () => setTimeout(() => 1, 1);\n`, refusedBy: GLOBALS },
  {
    file: "lib/contracts/core/performance.ts",
    text: `export const b = () => performance.now();\n`,
    refusedBy: GLOBALS,
  },
  { file: "lib/contracts/core/around.ts", text: `export const b = () => globalThis.fetch;\n`, refusedBy: GLOBALS },
  { file: "lib/contracts/core/clock.ts", text: `export const b = () => Date.now();\n`, refusedBy: PROPERTIES },
  { file: "lib/contracts/core/chance.ts", text: `export const b = () => Math.random();\n`, refusedBy: PROPERTIES },
  { file: "lib/contracts/core/now.ts", text: `export const b = () => new Date();\n`, refusedBy: SYNTAX },
  { file: "lib/contracts/core/words.ts", text: `export const b = () => Date();\n`, refusedBy: SYNTAX },
  { file: "lib/contracts/core/instant.ts", text: `export const b = (at: number) => new Date(at);\n`, refusedBy: null },
  {
    file: "lib/contracts/core/locale.ts",
    text: `export const b = (text: string) => text.toLocaleLowerCase();\n`,
    refusedBy: SYNTAX,
  },
  {
    file: "lib/contracts/core/named.ts",
    text: `export const b = (text: string) => text.toLocaleLowerCase("en-US");\n`,
    refusedBy: null,
  },
  { file: "lib/contracts/core/long.ts", text: `export const b = 1;\n${"\n".repeat(250)}`, refusedBy: "max-lines" },
  { file: "lib/contracts/core/long.test.ts", text: `export const b = 1;\n${"\n".repeat(250)}`, refusedBy: null },
  {
    file: "lib/contracts/core/reach.test.ts",
    text: `import { readFileSync } from "node:fs";\n${take("@/lib/server/a")}export const c = [readFileSync, Date.now()];\n`,
    refusedBy: null,
  },
  { file: "lib/api/values.ts", text: take("@/lib/contracts/squad/a"), refusedBy: IMPORTS },
  { file: "lib/api/values-near.ts", text: take("../systems/squad/a"), refusedBy: IMPORTS },
  { file: "lib/api/server-only.ts", text: `import "server-only";\nexport const b = 1;\n`, refusedBy: IMPORTS },
  {
    file: "components/ui/styled.tsx",
    text: `export function B() {\n  return <p style={{ color: "red" }}>x</p>;\n}\n`,
    refusedBy: SYNTAX,
  },
  {
    file: "components/ui/raw.tsx",
    text: `export function B() {\n  return <p dangerouslySetInnerHTML={{ __html: "x" }} />;\n}\n`,
    refusedBy: "react/no-danger",
  },
  {
    file: "components/ui/plain.tsx",
    text: `export function B() {\n  return <p className="x">x</p>;\n}\n`,
    refusedBy: null,
  },
  {
    file: "lib/server/loose.ts",
    text: `const b = async () => 1;\nb();\n`,
    refusedBy: "@typescript-eslint/no-floating-promises",
  },
  { file: "lib/server/any.ts", text: `export const b: any = 1;\n`, refusedBy: "@typescript-eslint/no-explicit-any" },
  {
    file: "lib/server/silenced.ts",
    text: `/* eslint-disable */\nexport const b: any = 1;\n`,
    refusedBy: "@typescript-eslint/no-explicit-any",
  },
  {
    file: "lib/server/ignored.ts",
    text: `// @ts-ignore\nexport const b: number = "1";\n`,
    refusedBy: "@typescript-eslint/ban-ts-comment",
  },
  {
    file: "lib/server/near-one.ts",
    text: `import { two } from "./near-two";\nexport const one = () => two;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "lib/server/near-two.ts",
    text: `import { one } from "./near-one";\nexport const two = () => one;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "components/ui/far-one.tsx",
    text: `import { two } from "@/components/ui/far-two";\nexport const one = () => two;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "components/ui/far-two.tsx",
    text: `import { three } from "@/components/ui/far-three";\nexport const two = () => three;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "components/ui/far-three.tsx",
    text: `import { one } from "@/components/ui/far-one";\nexport const three = () => one;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "lib/server/type-one.ts",
    text: `import type { Two } from "./type-two";\nexport type One = Two;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "lib/server/type-two.ts",
    text: `export interface Two {\n  one: One;\n}\nimport type { One } from "@/lib/server/type-one";\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "lib/server/self.ts",
    text: `export { b as c } from "./self";\nexport const b = 1;\n`,
    refusedBy: "muster/no-cycle",
  },
  {
    file: "lib/server/onto-cycle.ts",
    text: `import { one } from "./near-one";\nexport const b = one;\n`,
    refusedBy: null,
  },
];

const rows = [...tableRows, ...otherRows];
const found = new Map<string, string[]>();
let scratch = "";

function put(file: string, text: string): void {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), text);
}

beforeAll(async () => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "muster-lint-")));
  for (const own of ["eslint.config.mjs", "package.json", "tsconfig.json", "scripts/lint"])
    cpSync(join(ROOT, own), join(scratch, own), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(scratch, "node_modules"));
  for (const target of TARGETS) put(`${target}.ts`, "export type A = number;\nexport const a: A = 1;\n");
  for (const row of rows) put(row.file, row.text);
  for (const result of await new ESLint({ cwd: scratch }).lintFiles(["."])) {
    found.set(
      relative(scratch, result.filePath),
      result.messages.map((message) => message.ruleId ?? message.message),
    );
  }
}, 120_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the import table, as ESLint holds it", () => {
  it.each(Object.keys(ALLOWED))("%s imports what the table names and nothing else", (folder) => {
    const own = tableRows.filter((row) => dirname(row.file) === folder);
    const expected = own.map(({ text, refusedBy }) => [text, refusedBy === null ? [] : [refusedBy]]);
    expect(own.map(({ file, text }) => [text, found.get(file)])).toEqual(expected);
  });
});

describe("purity, cycles and the other laws, as ESLint holds them", () => {
  it.each(otherRows)("$file", ({ file, refusedBy }) => {
    const rules = (found.get(file) ?? ["not linted"]).filter((rule) => !rule.includes("noInlineConfig"));
    if (refusedBy === null) expect(rules).toEqual([]);
    else expect(rules).toContain(refusedBy);
  });
});
