import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_KEY } from "@/lib/sources/github/testing/app";
import { readConfigured } from "./configured";
import { githubOf } from "./config-schema";
import { accessTo } from "./github-access";

const { pkcs1, pkcs8, publicPem } = TEST_KEY;
/** A line from the middle of the key: nothing that holds it may be said to anybody. */
const INSIDE = pkcs1.split("\n")[5] ?? "";
const onGitHub = { repositories: [{ repository: "harbor/lighthouse" }] };
let root: string;
const said: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "muster-app-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
afterAll(() => {
  expect(INSIDE).toHaveLength(64);
  expect(said.length).toBeGreaterThan(20);
  for (const text of said) expect(text).not.toContain(INSIDE.slice(10, 40));
});

function read(app: Record<string, unknown>, env: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  writeFileSync(join(root, "muster.config.json"), JSON.stringify({ ...onGitHub, github: { app, ...more } }));
  const reading = readConfigured(env, root)?.reading;
  if (reading === undefined) throw new Error("not read");
  said.push(JSON.stringify(reading.ok ? reading.config : reading.faults));
  return reading;
}
const faults = (...given: Parameters<typeof read>) => {
  const reading = read(...given);
  return reading.ok ? [] : reading.faults;
};
const paths = (...given: Parameters<typeof read>) => faults(...given).map(({ path }) => path);
const inVariable = { appId: 7, privateKeyVariable: "KEY" };

describe("a GitHub App in the configuration", () => {
  it.each([
    ["the .pem file that GitHub gives", pkcs1],
    ["the newer form of it", pkcs8],
    ["line breaks that are written out", pkcs1.replaceAll("\n", "\\n")],
    ["base64 of the file", Buffer.from(pkcs1).toString("base64")],
    [
      "base64 in lines",
      Buffer.from(pkcs8)
        .toString("base64")
        .replace(/(.{76})/g, "$1\n"),
    ],
    ["blanks around it", `\n ${pkcs1}\n\n`],
  ])("takes the key from a variable as %s, and needs no token", (_what, KEY) => {
    const reading = read(inVariable, { KEY });
    const github = reading.ok ? githubOf(reading.config) : null;
    if (github === null) throw new Error("refused");
    expect(accessTo(github, { KEY })).toEqual({ kind: "app", appId: 7, privateKey: pkcs8, installationId: null });
  });

  it("takes the key from a file, relative to the configuration, and the installation where it is named", () => {
    writeFileSync(join(root, "app.pem"), pkcs1);
    const reading = read({ appId: 7, installationId: 51, privateKeyFile: "app.pem" });
    const github = reading.ok ? githubOf(reading.config) : null;
    expect(github?.app?.privateKeyFile).toBe(join(root, "app.pem"));
    expect(github && accessTo(github, {})).toMatchObject({ kind: "app", privateKey: pkcs8, installationId: 51 });
  });

  it("is one of two ways to read: a token's variable beside it is a fault, a token in the surroundings is left alone", () => {
    expect(paths(inVariable, { KEY: pkcs1 }, { tokenVariable: "GITHUB_TOKEN" })).toEqual(["/github/tokenVariable"]);
    expect(paths(inVariable, { KEY: pkcs1, GITHUB_TOKEN: "ghp_x" })).toEqual([]);
  });

  it("has its key in one place", () => {
    expect(paths({ appId: 7 })).toEqual(["/github/app"]);
    expect(paths({ ...inVariable, privateKeyFile: "app.pem" }, { KEY: pkcs1 })).toEqual(["/github/app/privateKeyFile"]);
  });

  it.each([{ appId: 0 }, { appId: "7" }, { appId: 1.5 }, {}])("refuses %j as the App's number", (id) => {
    expect(paths({ privateKeyVariable: "KEY", ...id }, { KEY: pkcs1 })).toEqual(["/github/app/appId"]);
  });

  const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const locked = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "word" },
  }).privateKey;
  const NO_KEY = "it is no private key";
  it.each([
    ["nothing", "", "is not set"],
    ["blanks", " \n ", "is not set"],
    ["a word", "hello", NO_KEY],
    ["the public part", publicPem, NO_KEY],
    ["the first line alone", "-----BEGIN RSA PRIVATE KEY-----", NO_KEY],
    ["a key that was cut off", pkcs1.slice(0, 900), NO_KEY],
    ["a key without its frame", pkcs1.split("\n").slice(1, -2).join("\n"), NO_KEY],
    ["a key twice as base64", Buffer.from(Buffer.from(pkcs1).toString("base64")).toString("base64"), NO_KEY],
    ["something huge", `-----BEGIN ${pkcs1.repeat(60)}`, NO_KEY],
    ["a key of another kind", elliptic.export({ type: "pkcs8", format: "pem" }).toString(), "another kind"],
    ["a key with a passphrase", locked, "locked with a passphrase"],
  ])("says at the variable's path what is wrong with %s, and repeats nothing of it", (_what, KEY, words) => {
    const [fault, ...more] = faults(inVariable, { KEY });
    expect(more).toEqual([]);
    expect(fault?.path).toBe("/github/app/privateKeyVariable");
    expect(fault?.message).toContain(words);
    expect(fault?.message).not.toContain("BEGIN");
  });

  it("says of the key's file why it cannot be used", () => {
    const of = (file: string) => faults({ appId: 7, privateKeyFile: file })[0];
    expect(of("none.pem")).toEqual({
      path: "/github/app/privateKeyFile",
      message: "The key's file cannot be read: there is no such file.",
    });
    expect(of(".")?.message).toContain("it is a folder");
    writeFileSync(join(root, "public.pem"), publicPem);
    expect(of("public.pem")?.message).toContain("cannot be used as the App's key");
    writeFileSync(join(root, "large.pem"), Buffer.alloc(100_000));
    expect(of("large.pem")?.message).toContain("far too large");
  });

  it.each(["privateKeyVariable", "privateKeyFile", "privateKey", "pem", "clientSecret"])(
    "never repeats a key that was written as %s",
    (setting) => {
      for (const key of [pkcs1, pkcs8, pkcs1.replaceAll("\n", "\\n"), Buffer.from(pkcs1).toString("base64")]) {
        const found = faults({ appId: 7, [setting]: key });
        expect(found.map(({ path }) => path)).toContain(`/github/app/${setting}`);
        expect(JSON.stringify(found)).not.toContain(key.slice(40, 60));
      }
    },
  );

  it("says where a key belongs that was written under a name of its own", () => {
    const [fault] = faults({ appId: 7, privateKey: pkcs1 });
    expect(fault?.message).toContain("A key never stands in this file");
  });

  it("asks for no key where every repository is a directory", () => {
    writeFileSync(
      join(root, "muster.config.json"),
      JSON.stringify({ repositories: [{ repository: "a/b", directory: "x" }], github: { app: inVariable } }),
    );
    expect(readConfigured({}, root)?.reading.ok).toBe(true);
  });
});
