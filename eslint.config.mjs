import { fileURLToPath } from "node:url";
import coreWebVitals from "eslint-config-next/core-web-vitals";
import nextTypeScript from "eslint-config-next/typescript";
import { importZones, TESTS } from "./scripts/lint/import-table.mjs";
import { noCycle } from "./scripts/lint/no-cycle.mjs";
import { MARKUP_RULES, PURE_RULES, TYPES_ONLY_RULES } from "./scripts/lint/purity.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
/** Next's own resolvers, pointed at our tsconfig.json so that "@/…" is followed from whatever folder ESLint is started in. */
const resolvers = Object.fromEntries(
  coreWebVitals
    .flatMap((part) => Object.entries(part.settings?.["import/resolver"] ?? {}))
    .map(([name, options]) => [
      name,
      name.includes("typescript") ? { ...options, project: `${root}tsconfig.json` } : options,
    ]),
);
const TYPESCRIPT = ["**/*.ts", "**/*.tsx", "**/*.mts"];

const config = [
  {
    ignores: [
      ".muster/**",
      "reports/**",
      ".stryker-tmp/**",
      "coverage/**",
      "test-results/**",
      "playwright-report/**",
      "**/*.generated.ts",
    ],
  },
  ...coreWebVitals,
  ...nextTypeScript,
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  {
    settings: { "import/extensions": [".ts", ".tsx", ".mts", ".js", ".mjs"], "import/resolver": resolvers },
    plugins: { muster: { rules: { "no-cycle": noCycle(root) } } },
    rules: {
      "import/no-restricted-paths": ["error", { basePath: root, zones: importZones(root) }],
      "muster/no-cycle": "error",
      "max-lines": ["error", { max: 250 }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      // Muster serves pictures from its own route, judged; it has no image optimiser.
      "@next/next/no-img-element": "off",
    },
  },
  {
    files: TYPESCRIPT,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { disallowTypeAnnotations: true, fixStyle: "separate-type-imports" },
      ],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: ["lib/contracts/**"], ignores: TESTS, rules: PURE_RULES },
  { files: ["lib/api/**"], ignores: TESTS, rules: TYPES_ONLY_RULES },
  { files: ["app/**", "components/**"], ignores: TESTS, rules: MARKUP_RULES },
  { files: TESTS, rules: { "import/no-restricted-paths": "off", "max-lines": "off" } },
  // It writes an element's height in a layout effect, as the policy wants it; the element is state, not a value to keep unchanged.
  { files: ["components/ui/window-rows.ts"], rules: { "react-hooks/immutability": "off" } },
  // A page that broke is left by loading a whole new one.
  { files: ["components/frame/failure.tsx"], rules: { "@next/next/no-html-link-for-pages": "off" } },
  { files: ["*.config.mjs"], rules: { "import/no-anonymous-default-export": "off" } },
  // Fixtures of Playwright are given by calling `use`, which is no React hook.
  { files: ["e2e/**"], rules: { "react-hooks/rules-of-hooks": "off" } },
  { files: ["scripts/**", "bench/**", "demo/**", "e2e/**"], rules: { "no-console": "off" } },
];

export default config;
