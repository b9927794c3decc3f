import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { allRead } from "./fixtures";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";

/** The checklist squad-avatar-route.jsonl: each row has a test that names its ID. */

const DEMO = "demo/harbor/lighthouse/.squad/agents";
const pictures = {
  png: readFileSync(`${DEMO}/runtime-engineer/avatar.png`),
  jpeg: readFileSync(`${DEMO}/build-rigger/avatar.jpg`),
  gif: readFileSync(`${DEMO}/verification-engineer/avatar.gif`),
  webp: readFileSync(`${DEMO}/signal-analyst/avatar.webp`),
};

let squad: Squad;
let muster: Muster;
const ask = (id: string) => `${muster.url}/api/repos/owner/repository/agents/${id}/avatar`;
const path = (id: string, name: string) => `.squad/agents/${id}/${name}`;

const FILES: Record<string, readonly [string, Uint8Array | string | null]> = {
  "as-png": ["avatar.png", pictures.png],
  "as-jpeg": ["avatar.jpg", pictures.jpeg],
  "as-gif": ["avatar.gif", pictures.gif],
  "as-webp": ["avatar.webp", pictures.webp],
  "jpeg-named-png": ["avatar.png", pictures.jpeg],
  "as-bmp": ["avatar.bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)])],
  "as-svg": ["avatar.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  "as-html": ["avatar.png", "<!doctype html><script>alert(1)</script>"],
  "as-lfs": ["avatar.png", `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`],
  empty: ["avatar.png", ""],
  "cut-short": ["avatar.png", pictures.png.subarray(0, 7)],
  "too-large": ["avatar.png", Buffer.concat([pictures.png, Buffer.alloc(524_289 - pictures.png.byteLength)])],
  "other-case": ["Avatar.png", pictures.png],
  missing: ["avatar.png", null],
  "no-content": ["avatar.png", null],
  nested: ["img/a b+c.png", pictures.png],
};
const named = (id: string) => (id === "other-case" ? "avatar.png" : (FILES[id]?.[0] ?? "avatar.png"));

test.beforeAll(async () => {
  squad = new Squad();
  const agents: Record<string, unknown> = { plain: record("Plain") };
  for (const [id, [name, content]] of Object.entries(FILES)) {
    agents[id] = record(`Agent ${id}`, { avatar: { kind: "repository-path", path: path(id, named(id)) } });
    if (content !== null) squad.write(path(id, name), content);
  }
  const gone = {
    status: "retired",
    retired_at: "2026-09-20T20:00:00.000Z",
    avatar: { kind: "repository-path", path: path("gone", "avatar.png") },
  };
  agents["gone"] = record("Gone", gone);
  squad.write(path("gone", "avatar.png"), pictures.png);
  mkdirSync(join(squad.root, "repository", path("no-content", "avatar.png")), { recursive: true });
  squad.registry(agents);
  muster = await startMuster({ config: squad.config });
  await allRead(muster.url);
});
test.afterAll(async () => {
  await muster.stop();
  squad.remove();
});

const served = [
  ["AVR-001, AVR-002, AVR-010: a PNG is served whole, with its type and nosniff", "as-png", "image/png", pictures.png],
  ["AVR-012: a JPEG by its bytes", "as-jpeg", "image/jpeg", pictures.jpeg],
  ["AVR-014: a GIF by its bytes", "as-gif", "image/gif", pictures.gif],
  ["AVR-015: a WebP by its bytes", "as-webp", "image/webp", pictures.webp],
  ["AVR-023: a JPEG that is named .png is a JPEG", "jpeg-named-png", "image/jpeg", pictures.jpeg],
  ["a path with a space and a plus is read as it is written", "nested", "image/png", pictures.png],
] as const;

for (const [name, id, type, bytes] of served) {
  test(name, async ({ request }) => {
    const response = await request.get(ask(id));
    expect(response.status()).toBe(200);
    expect(await response.body()).toEqual(bytes);
    expect(response.headers()).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(response.headers()["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
    const etag = response.headers()["etag"] ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
    expect((await request.get(ask(id), { headers: { "if-none-match": etag } })).status()).toBe(304);
  });
}

const refused = [
  ["AVR-018: BMP", "as-bmp", 415],
  ["AVR-021: an empty file", "empty", 415],
  ["AVR-022: seven bytes of a PNG", "cut-short", 415],
  ["AVR-025: 524,289 bytes", "too-large", 415],
  ["an SVG with a script", "as-svg", 415],
  ["HTML that is named .png", "as-html", 415],
  ["a Git LFS pointer", "as-lfs", 415],
  ["AVR-027: an entry without content of its own", "no-content", 404],
  ["AVR-030: a path that differs from the file in letter case", "other-case", 404],
  ["a file that is not there", "missing", 404],
  ["a tombstone, although its file is there", "gone", 404],
  ["a record without an avatar", "plain", 404],
  ["an ID that nobody has", "nobody", 404],
] as const;

for (const [name, id, status] of refused) {
  test(`${name} is ${status}, with a reason and no picture`, async ({ request }) => {
    const response = await request.get(ask(id));
    expect(response.status()).toBe(status);
    expect(response.headers()["content-type"]).toBe("application/problem+json");
    expect((await response.json()).detail).toMatch(/\.$/);
  });
}

test("AVR-009: a POST to the route is 405", async ({ request }) => {
  const response = await request.post(ask("as-png"), { headers: { origin: muster.url } });
  expect([response.status(), response.headers()["allow"]]).toEqual([405, "GET"]);
});

test("AVR-032: where there is no picture the roster draws nothing in its place", async ({ page }) => {
  await page.goto(`${muster.url}/repos/owner/repository/roster`);
  await expect(page.getByRole("link", { name: "Agent as-png" }).first()).toBeVisible();
  const pictured = await page
    .locator("main img")
    .evaluateAll((images) =>
      images.map((image) => new URL((image as HTMLImageElement).src).pathname.split("/").at(-2)),
    );
  expect(pictured.sort()).toEqual(["as-gif", "as-jpeg", "as-png", "as-webp", "jpeg-named-png", "nested"]);
});
