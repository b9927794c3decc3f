import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../e2e/github";
import { Hub, OTHER_TOKEN, REGISTRY, short, stranger, valueOf, wordsOf } from "./testing/github";

/**
 * The hard inputs were found with GitHub's Contents API, which Muster does not use: it lists folders with their modes and reads blobs by
 * their names. Each test makes the same situation there, from the input itself where it says something of it.
 */
const folder = fileURLToPath(new URL("../../contracts/squad/cases/hard-inputs/", import.meta.url));
const text = (name: string) => readFileSync(`${folder}${name}`, "utf8");
const MINUTE = 60_000;

interface Input {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, never>> & {
    readonly size?: number;
    readonly content?: string;
    readonly target?: string;
  };
}
const input = (name: string) => JSON.parse(text(name)) as Input;
const given = ({ status, headers = {}, body = {} as never }: Input) => faults.answer({ status, headers, body });

interface Sequence {
  readonly sequence: readonly {
    readonly send?: Record<string, string>;
    readonly get?: { readonly status: number; readonly etag?: string };
  }[];
}
const sequence = (name: string) => (JSON.parse(text(name)) as Sequence).sequence;

async function read(hub: Hub, maxBytes = 5 * 1_048_576) {
  const pin = await hub.pin();
  const entry = await hub.source.entry(pin, REGISTRY);
  return entry.answer === "value" ? hub.source.blob(pin, entry.value, maxBytes) : entry;
}

describe("a hard input of the Contents API, where Muster reads folders and blobs,", () => {
  it("GH-01: a registry of more than one megabyte is read whole, or refused as too large, and never empty", async () => {
    const { size = 0 } = input("GH-01-contents-over-1mb.json").body ?? {};
    expect(size).toBeGreaterThan(1_048_576);
    const hub = await Hub.start();
    const content = "x".repeat(size);
    await hub.repository.push({ [REGISTRY]: content });
    expect(Buffer.from(valueOf(await read(hub))).toString()).toBe(content);
    const refused = await read(hub, size - 1);
    expect(short(refused)).toBe("unfit too-large");
    expect(wordsOf(refused).detail).toContain(String(size));
  });

  it("GH-02: a registry's path that is a directory is no registry", async () => {
    const [{ path = "" } = {}] = input("GH-02-contents-directory-array.json").body as unknown as { path?: string }[];
    const hub = await Hub.start();
    await hub.repository.push({ [path]: "{}" });
    const look = await read(hub);
    expect(short(look)).toBe("unfit folder");
    expect(wordsOf(look).detail).toContain("folder");
  });

  it("GH-03: a registry's path that is a symbolic link is not followed", async () => {
    const { target = "" } = input("GH-03-contents-symlink.json").body ?? {};
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: { link: target }, "other/registry.json": '{"of":"another place"}' });
    const look = await read(hub);
    expect(short(look)).toBe("unfit link");
    expect(wordsOf(look).detail).toContain("never followed");
    expect(hub.asked().some((asked) => asked.startsWith(ROUTES.blob))).toBe(false);
  });

  it("GH-04: a registry inside a submodule is another repository's", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ ".squad/casting": { submodule: "0".repeat(39) + "4" } });
    const look = await read(hub);
    expect(short(look)).toBe("unfit submodule");
    expect(wordsOf(look).detail).toContain("another repository");
  });

  it("GH-05: a secondary limit without a header is a limit and no lack of permission, and nothing is asked for a minute, then longer", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const fault = given(input("GH-05-secondary-limit-403-no-headers.json"));
    const pin = await hub.pin();
    const entry = valueOf(await hub.source.entry(pin, REGISTRY));
    const asks = [
      () => hub.source.head(null),
      () => hub.source.blob(pin, entry, 100),
      () => hub.source.titles(hub.name, [45]),
    ];
    for (const ask of asks) {
      hub.github.inject({ match: () => true, fault });
      const look = await ask();
      expect(short(look)).toBe("failed secondary-limit");
      expect(wordsOf(look).retryAt).toBe(hub.now + MINUTE);
      expect(wordsOf(look).detail).toContain("no question of permission");
      hub.github.reset();
      hub.tick(MINUTE - 1_000);
      expect((await Promise.all(asks.map((other) => other()))).map(short)).toEqual(
        Array(3).fill("failed secondary-limit"),
      );
      expect(hub.github.requests).toBe(0);
      hub.tick(1_000);
      expect(short(await hub.source.head(null))).toBe("value");
    }
    hub.github.inject({ match: () => true, fault, times: 2 });
    await hub.source.head(null);
    hub.tick(MINUTE);
    expect(wordsOf(await hub.source.head(null)).retryAt).toBe(hub.now + 2 * MINUTE);
  });

  it("GH-07: a repository that is private or missing: GitHub does not say which", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.commit, fault: given(input("GH-07-404-private-or-missing.json")) });
    const look = await hub.source.head(null);
    expect(short(look)).toBe("denied 404");
    expect(wordsOf(look).detail).toMatch(/no permission to read: GitHub does not say which/);
  });

  it("GH-08: a renamed repository is read at its number on the same host, and named as it is called by now", async () => {
    const location = input("GH-08-301-renamed-repository.json").headers?.["location"] ?? "";
    expect(location).toContain("/repositories/123456789/");
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    hub.repository.rename("owner/renamed");
    expect(short(await read(hub))).toBe("value");
    expect(hub.github.log.some(({ path }) => path.startsWith(`/repositories/${hub.repository.id}/`))).toBe(true);
    expect(valueOf(await hub.source.identify(await hub.pin())).fullName).toBe("owner/renamed");
    // The input itself leads to another host than the one that was asked.
    hub.github.inject({ match: ROUTES.commit, fault: given(input("GH-08-301-renamed-repository.json")) });
    expect(short(await hub.source.head(null))).toBe("failed moved");
  });

  it("GH-09: a redirect to another host is refused, and the token is not sent there", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const elsewhere = await stranger();
    const written = input("GH-09-redirect-to-other-host.json");
    const here = { ...written, headers: { location: `${elsewhere.url}/registry.json` } };
    for (const answer of [written, here])
      for (const match of [ROUTES.commit, ROUTES.blob]) {
        hub.github.inject({ match, fault: given(answer) });
        const look = await hub.source.head(null);
        const refused = look.answer === "value" ? await read(hub) : look;
        expect(short(refused)).toBe("failed moved");
        expect(wordsOf(refused).detail).toContain("token was not sent there");
      }
    expect(elsewhere.visits).toEqual([]);
  });

  it("GH-10: a page for people with status 200 is no answer, whatever was asked", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    const headers = { "content-type": "text/html" };
    const fault = faults.answer({ status: 200, headers, body: text("GH-10-200-html-body.txt") });
    hub.github.inject({ match: () => true, fault, times: 3 });
    const looks = [
      await hub.source.head(null),
      await hub.source.identify(pin),
      await hub.source.feed(hub.name, 1, null),
    ];
    expect(looks.map(short)).toEqual(Array(3).fill("failed malformed"));
    expect(wordsOf(looks[1] as never).detail).toContain("not JSON");
    expect(wordsOf(looks[2] as never).detail).toContain("not JSON");
  });

  it("GH-11: content comes as its own bytes and not in base64 with line breaks, and its length and name are checked", async () => {
    const { content = "" } = input("GH-11-base64-wrapped-at-60.json").body ?? {};
    const bytes = Buffer.from(content, "base64");
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: bytes });
    expect(Buffer.from(valueOf(await read(hub)))).toEqual(bytes);
    expect(hub.github.log.at(-1)).toMatchObject({ route: ROUTES.blob, accept: "application/vnd.github.raw" });
    const base64 = await Hub.start();
    await base64.repository.push({ [REGISTRY]: bytes });
    base64.github.inject({ match: ROUTES.blob, fault: faults.answer({ status: 200, body: content }) });
    expect(short(await read(base64))).not.toBe("value");
  });

  it("ETAG-01: another token never sees what the first one read, also where it is told that nothing changed", async () => {
    const [first, second, third] = sequence("ETAG-01-304-after-token-change.json");
    expect([first?.get?.status, second?.get?.status, third?.get?.status]).toEqual([200, 404, 304]);
    const hub = await Hub.start({ private: true });
    await hub.repository.push({ [REGISTRY]: "private registry" });
    hub.thread(0);
    hub.repository.addComment(45, "private comment");
    const etag = first?.get?.etag ?? "";
    hub.github.inject({
      match: ROUTES.thread,
      fault: faults.changed((answer) => ({ ...answer, headers: { ...answer.headers, etag } })),
    });
    const pin = await hub.pin();
    const entry = valueOf(await hub.source.entry(pin, REGISTRY));
    expect(short(await hub.source.blob(pin, entry, 100))).toBe("value");
    const thread = valueOf(await hub.source.pages(hub.name, 45, null, 0));
    hub.github.removeToken(OTHER_TOKEN);
    hub.github.addToken(OTHER_TOKEN, { repositories: {} });
    hub.token = OTHER_TOKEN;
    for (const unchanged of [false, true]) {
      hub.github.reset();
      if (unchanged) hub.github.inject({ match: () => true, fault: faults.notModified(), times: Infinity });
      const looks = [
        await hub.source.blob(pin, entry, 100),
        await hub.source.entry(pin, REGISTRY),
        await hub.source.identify(pin),
        await hub.source.pages(hub.name, 45, thread, 0),
      ];
      for (const look of looks) {
        expect(short(look)).toMatch(/^(?:denied 404|absent issue|failed malformed)$/);
        expect(JSON.stringify(look)).not.toContain("private");
      }
      expect(hub.github.log.every(({ ifNoneMatch }) => ifNoneMatch === null)).toBe(true);
      expect(hub.github.requests).toBeGreaterThanOrEqual(4);
    }
  });

  it("ETAG-02: “unchanged” with nothing stored is asked again without the condition, and is never empty", async () => {
    const [only] = sequence("ETAG-02-304-without-stored-body.json");
    expect(only?.get?.status).toBe(304);
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.commit, fault: faults.notModified() });
    expect(short(await hub.source.head(null))).toBe("value");
    expect(hub.github.log.map(({ ifNoneMatch, status }) => [ifNoneMatch, status])).toEqual([
      [null, 304],
      [null, 200],
    ]);
    hub.thread(3);
    hub.github.inject({ match: ROUTES.thread, fault: faults.notModified() });
    expect(valueOf(await hub.source.pages(hub.name, 45, null, 0)).comments).toHaveLength(3);
  });

  it("ETAG-03: “unchanged” is a success: what was read stands, and the validator goes back as it came", async () => {
    const [only] = sequence("ETAG-03-304-thrown-as-error.json");
    const etag = only?.send?.["if-none-match"] ?? "";
    expect(etag).toBe('W/"ccc"');
    const hub = await Hub.start();
    hub.thread(2);
    const fault = faults.changed((answer) => ({ ...answer, headers: { ...answer.headers, etag } }));
    hub.github.inject({ match: ROUTES.thread, fault });
    const known = valueOf(await hub.source.pages(hub.name, 45, null, 0));
    hub.github.inject({ match: ROUTES.thread, fault: faults.notModified() });
    hub.github.reset();
    expect(valueOf(await hub.source.pages(hub.name, 45, known, 0)).comments).toEqual(known.comments);
    expect(hub.github.log.map(({ ifNoneMatch, status }) => [ifNoneMatch, status])).toEqual([[etag, 304]]);
  });
});
