import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { faultOf, fromFiles } from "../deploy/environment.mjs";
import { filesBelow } from "./parts/digest.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SECRET = /TOKEN|SECRET|PASSWORD|DATABASE_URL|_KEY/;

describe("the Dockerfile", () => {
  const lines = read("Dockerfile")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\s*\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const steps = lines.map((line) => ({ word: /^[A-Z]+/.exec(line)?.[0] ?? "", rest: line.replace(/^[A-Z]+\s+/, "") }));
  const last = steps.slice(steps.findLastIndex(({ word }) => word === "FROM"));
  const all = (word: string, among = steps) => among.filter((step) => step.word === word).map(({ rest }) => rest);
  const copies = all("COPY").map((rest) => {
    const parts = rest.split(/\s+/);
    const from = parts.find((part) => part.startsWith("--from="))?.slice("--from=".length) ?? null;
    return { from, sources: parts.filter((part) => !part.startsWith("--")).slice(0, -1) };
  });

  it("holds instructions alone, so that every rule below sees all of it", () => {
    const known = "FROM WORKDIR ENV COPY RUN LABEL USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD".split(" ");
    expect(steps.filter(({ word }) => !known.includes(word))).toEqual([]);
    expect(all("FROM")).toHaveLength(2);
  });

  it("names the version of its base, and the same one for building and running", () => {
    const images = all("FROM").map((rest) => rest.split(" ")[0]);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:\d+[\w.-]*(?:@sha256:[0-9a-f]{64})?$/);
    const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
    expect(engines.node).toContain(`>=${/\d+/.exec(images[0] ?? "")?.[0]}`);
  });

  it("runs as a user without rights, and nothing after that is done as root", () => {
    const place = last.findIndex(({ word }) => word === "USER");
    expect(last[place]?.rest).toBe("10001:10001");
    expect(last.slice(place).filter(({ word }) => ["RUN", "COPY"].includes(word))).toEqual([]);
    expect(all("COPY", last).filter((rest) => /--ch(?:own|mod)/.test(rest))).toEqual([]);
  });

  it("starts programs without a shell between, which would keep the signal to itself", () => {
    expect(all("CMD", last)).toHaveLength(1);
    const health = all("HEALTHCHECK", last).map((rest) => rest.slice(rest.indexOf("CMD ") + 4));
    for (const rest of [...all("CMD"), ...health]) {
      expect(JSON.parse(rest)).toEqual(expect.arrayContaining(["node"]));
    }
    expect(health).toHaveLength(1);
    expect(health[0]).toContain("/api/health");
    expect(all("STOPSIGNAL", last)).toEqual(["SIGTERM"]);
  });

  it("puts no secret into a layer", () => {
    expect([...all("ENV"), ...all("RUN"), ...all("LABEL")].filter((rest) => SECRET.test(rest))).toEqual([]);
    expect(copies.flatMap(({ sources }) => sources).filter((path) => path === "." || path.includes("*"))).toEqual([]);
  });

  it("copies what is there, and what .dockerignore lets through", () => {
    const let_ = read(".dockerignore").split("\n");
    expect(let_.find((line) => line !== "" && !line.startsWith("#"))).toBe("*");
    const allowed = let_.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const own = copies.filter(({ from }) => from === null).flatMap(({ sources }) => sources);
    expect(own.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect([...new Set(own)].sort()).toEqual(allowed.sort());
  });

  it("takes from the build only what `next build` makes", () => {
    const made = ["standalone/server.js", "standalone/package.json", "standalone/node_modules", "standalone/.next"];
    const taken = copies.filter(({ from }) => from !== null);
    expect(taken.map(({ from }) => from)).toEqual(taken.map(() => "build"));
    expect(taken.flatMap(({ sources }) => sources)).toEqual([...made, "static"].map((path) => `/app/.next/${path}`));
    expect(all("ENV")[0]).toContain("MUSTER_STANDALONE=1");
    expect(read("next.config.mjs")).toContain("MUSTER_STANDALONE");
  });

  it("builds from every file that the build of `npm start` depends on", () => {
    const [, list = ""] = /const SOURCES = \[([\s\S]*?)\];/.exec(read("scripts/parts/build.mjs")) ?? [];
    const sources = [...list.matchAll(/"([\w./-]+)"/g)].map(([, path]) => path);
    expect(sources.length).toBeGreaterThan(5);
    const own = copies.filter(({ from }) => from === null).flatMap(({ sources: paths }) => paths);
    expect(sources.filter((path) => path !== undefined && !own.includes(path))).toEqual([]);
  });
});

type Yaml = string | Yaml[] | { [key: string]: Yaml };

/** The part of YAML that compose.yaml is written in; whatever else stands there is refused, so that nothing is overlooked. */
function parseYaml(text: string): Yaml {
  const anchors = new Map<string, Yaml>();
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"))
    .map((line) => ({ depth: line.search(/\S/), text: line.trim() }));
  const scalar = (written: string): Yaml => {
    if (/^(?:\[.*\]|".*"|\{\})$/.test(written)) return JSON.parse(written) as Yaml;
    if (/^[[{"'|>&*!%@`]| #/.test(written)) throw new Error(`Not read: ${written}`);
    return written;
  };
  const block = (depth: number): Yaml => {
    const result: { [key: string]: Yaml } = {};
    const items: Yaml[] = [];
    while (lines[0] !== undefined && lines[0].depth === depth) {
      const line = lines.shift()?.text ?? "";
      if (line.startsWith("- ")) {
        items.push(scalar(line.slice(2)));
        continue;
      }
      const [, key, anchor, rest = ""] = /^([\w.<-]+):(?: &(\w+))?(?: (.+))?$/.exec(line) ?? [];
      if (key === undefined || key in result) throw new Error(`Not read: ${line}`);
      if (key === "<<") {
        Object.assign(result, anchors.get(rest.slice(1)));
        continue;
      }
      result[key] = rest === "" ? block(lines[0]?.depth ?? 0) : scalar(rest);
      if (anchor !== undefined) anchors.set(anchor, result[key]);
    }
    if (lines[0] !== undefined && lines[0].depth > depth) throw new Error(`Not read: ${lines[0].text}`);
    return items.length > 0 ? items : result;
  };
  return block(0);
}

describe("compose.yaml", () => {
  const text = read("compose.yaml");
  type Service = { readonly [key: string]: Yaml | undefined };
  const compose = parseYaml(text) as { services: Record<string, Service>; secrets: Record<string, { file: string }> };
  const services = Object.entries(compose.services);
  const replicas = services.filter(([, { image }]) => image === "muster:local");

  it("runs two replicas, a database and a proxy", () => {
    expect(services.map(([name]) => name)).toEqual(["muster-1", "muster-2", "proxy", "database"]);
    expect(replicas.map(([name]) => name)).toEqual(["muster-1", "muster-2"]);
  });

  it.each(services)("%s has no rights to give away, and restarts by itself", (_, service) => {
    expect(service).toMatchObject({ read_only: "true", cap_drop: ["ALL"], restart: "unless-stopped" });
    expect(service).toMatchObject({ security_opt: ["no-new-privileges:true"], stop_grace_period: "30s" });
    expect(service["privileged"] ?? service["cap_add"] ?? service["network_mode"]).toBeUndefined();
    expect(service["image"]).not.toMatch(/:latest$|^[^:]+$/);
    expect(JSON.stringify(service)).not.toContain("docker.sock");
    // The proxy's image sets its own.
    if (service["image"] !== "nginxinc/nginx-unprivileged:1.28-alpine") expect(service["user"]).toMatch(/^[1-9]\d*:/);
  });

  it("publishes the proxy alone, and shows it to this machine alone unless told otherwise", () => {
    const published = services.filter(([, service]) => service["ports"] !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ["proxy", ["${MUSTER_PUBLISH:-127.0.0.1:8080}:8080"]],
    ]);
    expect(
      services.filter(([, { networks }]) => JSON.stringify(networks) === '["back"]').map(([name]) => name),
    ).toEqual(["database"]);
  });

  it("starts what needs another only when that one is well", () => {
    for (const [, { depends_on: needs }] of replicas)
      expect(needs).toEqual({ database: { condition: "service_healthy" } });
    expect(Object.keys(compose.services["proxy"]?.["depends_on"] ?? {})).toEqual(["muster-1", "muster-2"]);
    expect(compose.services["database"]?.["healthcheck"]).toBeDefined();
  });

  it("has no secret and no default for one: each is a file that the operator made", () => {
    for (const [, { environment = {}, secrets = [] }] of services) {
      const named = Object.entries(environment as Record<string, string>).filter(([name]) => SECRET.test(name));
      for (const [name, value] of named) {
        expect(name).toMatch(/_FILE$/);
        expect(secrets).toContain(value.replace("/run/secrets/", ""));
      }
    }
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(file).toBe(`\${MUSTER_SECRETS:?Name the folder of the secret files}/${name}`);
    for (const name of ["MUSTER_HOST", "MUSTER_OPEN", "MUSTER_REPOSITORIES"]) expect(text).toContain(`\${${name}:?`);
  });

  it("mounts what is there", () => {
    const mounted = services
      .flatMap(([, { volumes = [] }]) => volumes as string[])
      .map((path) => path.split(":")[0] ?? "");
    expect(mounted.filter((path) => path.startsWith(".") && !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("the proxy", () => {
  const text = read("deploy/nginx.conf");
  const location = (head: string) => {
    const start = text.indexOf(`location ${head} {`);
    return start === -1 ? "" : text.slice(start, text.indexOf("}", start));
  };

  it("sends live events on at once, and lets webhooks be as large as GitHub sends them", () => {
    expect(location("= /api/events")).toMatch(/proxy_buffering off;[\s\S]*proxy_read_timeout 120s;/);
    expect(location("= /api/webhooks/github")).toContain("client_max_body_size 26m;");
  });

  it("hands on the Host as it came, and shows no metrics to readers", () => {
    expect(text).toContain("proxy_set_header Host $http_host;");
    expect(location("~ ^/(?:api/)?metrics/?$")).toContain("return 404;");
    // A header that a location sets would undo all of the server's.
    expect(text.slice(text.indexOf("location / {"))).not.toContain("proxy_set_header");
  });

  it("knows every replica, and leaves one alone that fails", () => {
    const named = [...text.matchAll(/^\s*server (\S+):3000 resolve max_fails=\d+ fail_timeout=\d+s;$/gm)];
    expect(named.map(([, name]) => name)).toEqual(["muster-1", "muster-2"]);
  });
});

describe("what the container is told", () => {
  const open = { MUSTER_HOSTS: "muster.harbor.example", MUSTER_OPEN: "1" };

  it("refuses to listen until somebody named the hosts and opened it", () => {
    expect(faultOf(open)).toBeNull();
    for (const env of [{}, { MUSTER_OPEN: "1" }, { ...open, MUSTER_OPEN: "0" }, { ...open, MUSTER_HOSTS: " , " }])
      expect(faultOf(env)).toContain("MUSTER_HOSTS");
  });

  it("takes secrets from files, without the line break at their end", () => {
    const files: Record<string, string> = { "/t": "ghp_1\n", "/d": "postgres://a:b@c/d" };
    const env = { GITHUB_TOKEN_FILE: "/t", DATABASE_URL_FILE: "/d", OTHER_FILE: "/x", MUSTER_OPEN: "1" };
    const { values, fault } = fromFiles(env, (file) => files[file] ?? "");
    expect([values, fault]).toEqual([{ GITHUB_TOKEN: "ghp_1", DATABASE_URL: "postgres://a:b@c/d" }, null]);
  });

  it.each([
    ["both are set", { GITHUB_TOKEN: "ghp_1", GITHUB_TOKEN_FILE: "/t" }],
    ["the file is empty", { GITHUB_TOKEN_FILE: "/empty" }],
    ["the file is missing", { MUSTER_WEBHOOK_SECRET_FILE: "/missing" }],
  ])("says so, and no secret, where %s", (_, env) => {
    const { values, fault } = fromFiles(env, (file) => {
      if (file === "/missing") throw new Error("ENOENT");
      return file === "/t" ? "ghp_2" : "\n";
    });
    expect(values).toEqual({});
    expect(fault).toContain("_FILE");
    expect(fault).not.toContain("ghp_");
  });
});

describe("docs/operation.md", () => {
  const documented = [...read("docs/operation.md").matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = ""]) => name);
  /** Of Node.js, npm, Next.js and the system, which Muster only hands on. */
  const others = /^(?:NODE_ENV|NO_COLOR|PATH|HOME|TMPDIR|CI|DEBIAN_FRONTEND|NEXT_\w+|npm_\w+|XDG_\w+|LC_ALL|GIT_\w+)$/;
  const code = ["lib", "scripts", "app", "deploy", "instrumentation.ts", "instrumentation-node.ts", "proxy.ts"]
    .flatMap((path) => filesBelow(ROOT, path))
    .concat("next.config.mjs")
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/cases\/|\/test-/.test(path));
  const used = new Set(
    code.flatMap((path) => {
      const text = read(path);
      const asked = [...text.matchAll(/\benv(?:\.([A-Z][A-Z0-9_]+)|\["([A-Z][A-Z0-9_]+)"\])/g)];
      const named = [...text.matchAll(/"((?:MUSTER|OTEL|DATABASE)_[A-Z_]+)"/g)];
      return [...asked, ...named].map(([, one, other]) => one ?? other ?? "");
    }),
  );

  it("tells every variable that Muster reads", () => {
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !others.test(name) && !documented.includes(name)).sort()).toEqual([]);
  });

  it("tells of none that Muster does not read", () => {
    const elsewhere = new Set(["HOSTNAME", "OTEL_SERVICE_NAME", "GITHUB_TOKEN"]);
    expect(documented.filter((name) => !used.has(name) && !elsewhere.has(name))).toEqual([]);
  });

  it("tells every variable that compose.yaml sets or asks for", () => {
    const page = read("docs/operation.md");
    const asked = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)|^ {4}([A-Z_]+?)(?:_FILE)?:/gm)];
    const names = asked.map(([, one, other]) => one ?? other ?? "").filter((name) => !name.startsWith("POSTGRES_"));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  });
});
