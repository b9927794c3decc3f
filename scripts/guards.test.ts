import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesBelow } from "./parts/digest.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What git ignores, and git itself: not ours to keep. */
const NOT_OURS = new Set(["node_modules", ".git", ".next", ".muster", "coverage", "reports", "test-results"]);
const OWN = filesBelow(ROOT, "").filter(
  (path) => !path.split("/").some((part) => NOT_OURS.has(part) || /^(\.stryker-tmp|playwright-report)/.test(part)),
);
const CODE = OWN.filter((path) => /\.(?:tsx?|mts|mjs)$/.test(path) && path !== "next-env.d.ts");
const SHIPPED = CODE.filter((path) => !/\.test\.tsx?$/.test(path));
const BINARY = /\.(?:png|jpe?g|gif|webp|ico|woff2?|gz|br|bundle|pack)$/;

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const parse = (path: string) => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);

function nodesOf(path: string): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return nodes;
}

describe("the repository", () => {
  const machinePaths = /(?<![\w.:/-])\/(?:home|Users|root|work)\/(?:[\w.-]+\/)+[\w.-]*/g;
  const registries =
    /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|npm\.pkg\.github\.com|[\w.-]*(?:artifactory|verdaccio|nexus)[\w.-]*\.\w{2,}(?:[:/]))/gi;

  /** The registry that this machine installs from, when npm runs the tests. */
  const here = process.env["npm_config_registry"] ? new URL(process.env["npm_config_registry"]).host : null;

  it("names no path of a machine and no package registry", () => {
    const texts = OWN.filter((path) => !BINARY.test(path) && path !== "scripts/guards.test.ts");
    const found = texts.flatMap((path) => {
      const text = read(path);
      const named = [...text.matchAll(machinePaths), ...text.matchAll(registries)].map(([match]) => match);
      return [...named, ...(here !== null && text.includes(here) ? [here] : [])].map((match) => `${path}: ${match}`);
    });
    expect(found).toEqual([]);
  });

  it("locks packages by their content, and leaves where they come from to the machine", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Record<string, unknown>> };
    // What is in a package's own archive is locked with that archive.
    const locked = Object.entries(packages).filter(([path, entry]) => path !== "" && entry["inBundle"] !== true);
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, entry]) => "resolved" in entry).map(([path]) => path)).toEqual([]);
    expect(locked.filter(([, entry]) => typeof entry["integrity"] !== "string").map(([path]) => path)).toEqual([]);
  });

  it("pins every dependency to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^\d+\.\d+\.\d+$/.test(range),
    );
    expect(loose).toEqual([]);
  });
});

describe("routes", () => {
  const routes = SHIPPED.filter((path) => /^app\/(?:.*\/)?route\.tsx?$/.test(path));

  it.each(routes)("%s hands every method to guard()", (path) => {
    const { made, loose } = handlersOf(parse(path));
    expect(loose).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
  });

  it("stand only below app/api, but for the address that scrapers know", () => {
    const elsewhere = routes.filter((path) => !path.startsWith("app/api/"));
    expect(elsewhere).toEqual(["app/metrics/route.ts"]);
  });

  it("are open to other programs at one address alone, which takes nothing that is not signed", () => {
    const open = routes.filter((path) => /\bsigned: true\b/.test(read(path)));
    expect(open).toEqual(["app/api/webhooks/github/route.ts"]);
  });

  it("take guard() from the server and from nowhere else", () => {
    const others = routes.filter(
      (path) => !/import \{[^}]*\bguard\b[^}]*\} from "@\/lib\/server\/\w+";/.test(read(path)),
    );
    expect(others).toEqual([]);
  });
});

/** The exported HTTP methods of a route: `made` by a call of guard, or `loose`. */
function handlersOf(source: ts.SourceFile): { made: string[]; loose: string[] } {
  const made: string[] = [];
  const loose: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) loose.push(statement.getText());
    if (!ts.canHaveModifiers(statement)) continue;
    if (!ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isFunctionDeclaration(statement)) {
      const name = statement.name?.text ?? "default";
      if (METHODS.has(name)) (callsGuard(statement) ? made : loose).push(name);
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      const names = namesIn(declaration.name).filter((name) => METHODS.has(name));
      const { initializer } = declaration;
      const guarded = initializer !== undefined && ts.isCallExpression(initializer) && isGuard(initializer);
      (guarded ? made : loose).push(...names);
    }
  }
  return { made, loose };
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function isGuard(call: ts.CallExpression): boolean {
  return ts.isIdentifier(call.expression) && call.expression.text === "guard";
}

function callsGuard(node: ts.Node): boolean {
  return (ts.isCallExpression(node) && isGuard(node)) || (ts.forEachChild(node, callsGuard) ?? false);
}

describe("what people see", () => {
  const markup = SHIPPED.filter((path) => path.endsWith(".tsx") && (below("app")(path) || below("components")(path)));

  it("holds no style attribute, which the policy blocks, and no raw HTML", () => {
    const found = markup.flatMap((path) =>
      nodesOf(path)
        .filter((node) => ts.isJsxAttribute(node) && ["style", "dangerouslySetInnerHTML"].includes(node.name.getText()))
        .map((node) => `${path}: ${node.getText()}`),
    );
    expect(found).toEqual([]);
  });

  it("sends nothing to Server Actions", () => {
    const found = SHIPPED.filter((path) =>
      nodesOf(path).some(
        (node) =>
          ts.isExpressionStatement(node) &&
          ts.isStringLiteral(node.expression) &&
          node.expression.text === "use server",
      ),
    );
    expect(found).toEqual([]);
  });
});

describe("the server's modules", () => {
  /** Read by the start script too, outside of Next.js. */
  const shared = new Set(["config-file.ts", "config-faults.ts", "config-schema.ts", "configured.ts"]);
  const modules = SHIPPED.filter(
    (path) => dirname(path) === "lib/server" && path.endsWith(".ts") && !basename(path).startsWith("test-"),
  );

  it.each(modules.filter((path) => !shared.has(basename(path))))("%s can reach no browser", (path) => {
    expect(read(path).split("\n")[0]).toBe('import "server-only";');
  });
});

describe("contracts", () => {
  const modules = SHIPPED.filter((path) => below("lib/contracts")(path) && !/\/(?:testing|cases)\/|\/test-/.test(path));

  it("depend on nothing but each other and a parser of Markdown", () => {
    const packages = modules.flatMap((path) =>
      ts
        .preProcessFile(read(path), true, true)
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => !name.startsWith(".") && !name.startsWith("@/lib/contracts/"))
        .map((name) => `${path}: ${name}`),
    );
    expect(
      packages.filter((found) => !/: (?:mdast-util-from-markdown|mdast|micromark-util-types)$/.test(found)),
    ).toEqual([]);
  });
});

describe("the documentation", () => {
  const pages = OWN.filter((path) => /^(?:README|CONTRIBUTING)\.md$|^(?:docs|demo|bench)\/.*\.md$/.test(path));
  const tops = ["app", "bench", "components", "demo", "docs", "e2e", "lib", "public", "scripts", ".ci"];
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

  it.each(pages)("%s names no path that is not there", (path) => {
    const text = read(path).replaceAll(/^```[\s\S]*?^```/gm, "");
    const quoted = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, token = ""]) => (isOwnPath(token) ? [token] : []));
    const linked = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target = ""]) =>
      /^[a-z]+:/i.test(target) ? [] : [normalize(join(dirname(path), target))],
    );
    expect([...quoted, ...linked].filter((named) => !existsSync(join(ROOT, fixedPart(named))))).toEqual([]);
  });

  it.each(pages)("%s names no command that is not there", (path) => {
    const commands = [...read(path).matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([, name = ""]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  function isOwnPath(token: string): boolean {
    return tops.some((top) => token.startsWith(`${top}/`)) && !/[<>{}…$]/.test(token);
  }

  /** A path up to its first segment with a wildcard. */
  function fixedPart(path: string): string {
    const segments = path.split("/");
    const wild = segments.findIndex((segment) => segment.includes("*"));
    return (wild === -1 ? segments : segments.slice(0, wild)).join("/");
  }
});
