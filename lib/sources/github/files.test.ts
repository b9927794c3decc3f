import { describe, expect, it } from "vitest";
import { faults, ROUTES, type Content, type Entry as Asked } from "../../../e2e/github";
import type { Entry } from "../source";
import { Hub, OTHER_TOKEN, REGISTRY, short, TOKEN, valueOf, wordsOf } from "./testing/github";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const AVATAR = ".squad/agents/kepler/avatar.png";
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 1234\n`;

async function squad(files: Record<string, Content>, options: Parameters<typeof Hub.start>[0] = {}): Promise<Hub> {
  const hub = await Hub.start(options);
  await hub.repository.push(files);
  return hub;
}

async function entryOf(hub: Hub, path = REGISTRY) {
  return hub.source.entry(await hub.pin(), path);
}

async function read(hub: Hub, path = REGISTRY, maxBytes = 1_000) {
  const pin = await hub.pin();
  const entry = await hub.source.entry(pin, path);
  return entry.answer === "value" ? hub.source.blob(pin, entry.value, maxBytes) : entry;
}

describe("a file", () => {
  it("is found by one question and read by its own name, byte for byte", async () => {
    const content = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xef, 0xbb, 0xbf]);
    const hub = await squad({ [REGISTRY]: content });
    const pin = await hub.pin();
    const entry = await hub.source.entry(pin, REGISTRY);
    expect(valueOf(entry)).toMatchObject({ path: REGISTRY, kind: "file", size: 7 });
    expect(entry.requests).toBe(1);
    expect(Buffer.from(valueOf(await hub.source.blob(pin, valueOf(entry), 7)))).toEqual(content);
    expect(hub.asked()).toEqual([`${ROUTES.commit} 200`, "/graphql 200", `${ROUTES.blob} 200`]);
  });

  it("that is executable is a file like any other", async () => {
    const hub = await squad({ [REGISTRY]: { executable: "{}" } });
    expect(text(valueOf(await read(hub)))).toBe("{}");
  });

  it("that is empty is empty, and neither absent nor a failure", async () => {
    const hub = await squad({ [REGISTRY]: "" });
    expect(valueOf(await read(hub)).length).toBe(0);
  });

  it.each<[string, Record<string, Content>, string]>([
    ["is a link", { [REGISTRY]: { link: "../../other.json" } }, "unfit link"],
    ["is a folder", { [`${REGISTRY}/registry.json`]: "{}" }, "unfit folder"],
    ["is a submodule", { [REGISTRY]: { submodule: COMMIT } }, "unfit submodule"],
    [
      "is inside a linked folder",
      { ".squad/casting": { link: "../other" }, "other/registry.json": "{}" },
      "unfit link",
    ],
    ["is inside a linked .squad", { ".squad": { link: "other" }, "other/casting/registry.json": "{}" }, "unfit link"],
    ["is inside a submodule", { ".squad/casting": { submodule: COMMIT } }, "unfit submodule"],
    ["is inside a .squad that is a submodule", { ".squad": { submodule: COMMIT } }, "unfit submodule"],
    ["is below a file", { ".squad/casting": "no folder" }, "unfit not-regular"],
    ["is below a .squad that is a file", { ".squad": "no folder" }, "unfit not-regular"],
    ["is not there", { ".squad/casting/other.json": "{}" }, "absent path"],
    ["has no folder", { ".squad/agents/kepler/charter.md": "text" }, "absent path"],
    ["has no .squad", { "README.md": "text" }, "absent path"],
    ["is spelled in other letters", { ".squad/casting/Registry.json": "{}" }, "absent path"],
  ])("that %s is nothing to read, and says why", async (_what, files, expected) => {
    expect(short(await entryOf(await squad(files)))).toBe(expected);
  });

  it("that is a Git LFS pointer is not taken for its content", async () => {
    const hub = await squad({ [AVATAR]: POINTER });
    expect(short(await read(hub, AVATAR))).toBe("unfit lfs");
    expect(short(await read(hub, AVATAR))).toBe("unfit lfs");
  });

  it("that is larger than may be read is not asked for at all", async () => {
    const hub = await squad({ [REGISTRY]: "x".repeat(1_001) });
    expect(short(await read(hub))).toBe("unfit too-large");
    expect(hub.asked()).not.toContain(`${ROUTES.blob} 200`);
    expect(text(valueOf(await read(hub, REGISTRY, 1_001)))).toHaveLength(1_001);
    // Kept by now, and still too large for who may read less.
    expect(short(await read(hub))).toBe("unfit too-large");
  });

  it.each(["", "/", "a/", "/a", "a//b", ".", "..", "../a", ".git/config", "a/.GIT/x", "a\\b", "a\0b", "\ud800"])(
    "whose path is %j is absent without a question",
    async (path) => {
      const hub = await Hub.start();
      expect(short(await hub.source.entry({ kind: "commit", sha: COMMIT }, path))).toBe("absent path");
      expect(hub.github.requests).toBe(0);
    },
  );

  it.each([
    ["harbor/lighthouse", "value"],
    ["some-one_corp/.github", "value"],
    [`${"a".repeat(39)}/${"b".repeat(100)}`, "value"],
    [`${"a".repeat(40)}/b`, "failed malformed"],
    [`a/${"b".repeat(101)}`, "failed malformed"],
    ["a/.", "failed malformed"],
    ["a/..", "failed malformed"],
    ["-a/b", "failed malformed"],
    ["a/b c", "failed malformed"],
    ["a/b\n", "failed malformed"],
    ["a/<b>", "failed malformed"],
    ["a/b/c", "failed malformed"],
    ["a", "failed malformed"],
  ])("is of a repository with a name that a repository can have: %j is %s", async (nameWithOwner, answer) => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    const fault = faults.graphqlBody(({ data }) => {
      const { repository } = data as unknown as { repository: object };
      return { data: { repository: { ...repository, nameWithOwner } } as never };
    });
    hub.github.inject({ match: ROUTES.graphql, fault });
    expect(short(await hub.source.identify(pin))).toBe(answer);
  });

  it("is read at commits, never at what a working directory was read at", async () => {
    const hub = await Hub.start();
    const pin = { kind: "worktree", digest: "0".repeat(64) } as const;
    expect(short(await hub.source.entry(pin, REGISTRY))).toBe("failed malformed");
    expect(short(await hub.source.identify(pin))).toBe("failed malformed");
    expect(hub.github.requests).toBe(0);
  });

  it.each<[string, Partial<Entry>, string]>([
    ["link", { kind: "link" }, "unfit link"],
    ["folder", { kind: "folder" }, "unfit folder"],
    ["submodule", { kind: "submodule" }, "unfit submodule"],
    ["thing that is no file", { kind: "other" }, "unfit not-regular"],
    ["name that is none", { oid: "../../../user" }, "failed malformed"],
  ])("is not asked for where its entry is a %s", async (_what, part, expected) => {
    const hub = await Hub.start();
    const entry: Entry = { path: REGISTRY, kind: "file", oid: COMMIT, size: 2, ...part };
    expect(short(await hub.source.blob({ kind: "commit", sha: COMMIT }, entry, 10))).toBe(expected);
    expect(hub.github.requests).toBe(0);
  });
});

describe("bytes that do not fit the blob's name", () => {
  it.each([
    ["other bytes of the same length", "[]"],
    ["fewer", "{"],
    ["none", ""],
    ["one more", "{} "],
  ])("are refused and not kept: %s", async (_what, body) => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const headers = { "content-type": "application/vnd.github.raw" };
    hub.github.inject({ match: ROUTES.blob, fault: faults.answer({ status: 200, headers, body }) });
    const look = await read(hub);
    expect(short(look)).toBe("failed malformed");
    expect(wordsOf(look).detail).toContain(REGISTRY);
    expect(text(valueOf(await read(hub)))).toBe("{}");
  });

  it("are not read beyond the size that the folder names", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.blob, fault: faults.endless() });
    expect(short(await read(hub))).toBe("failed too-large");
  });

  it("are refused where GitHub says “unchanged” instead", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.blob, fault: faults.notModified() });
    expect(short(await read(hub))).toBe("failed malformed");
  });

  it.each([
    [401, "denied 401"],
    [404, "denied 404"],
    [451, "denied 451"],
    [500, "failed server"],
  ])("cannot hide a failure: a small file answered %d says so", async (code, expected) => {
    const hub = await squad({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.blob, fault: faults.status(code) });
    expect(short(await read(hub))).toBe(expected);
  });

  it("cannot hide a limit: a small file that is refused for it stops every later question", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.blob, fault: faults.secondaryLimit() });
    expect(short(await read(hub))).toBe("failed secondary-limit");
    hub.github.reset();
    expect(short(await hub.source.head(null))).toBe("failed secondary-limit");
    expect(hub.github.requests).toBe(0);
  });
});

describe("a listing", () => {
  it("that GraphQL cut short is completed folder by folder, and asks for each once", async () => {
    const hub = await squad({ [REGISTRY]: "{}", [AVATAR]: "picture" });
    hub.github.inject({ match: ROUTES.graphql, fault: faults.nullEntries() });
    expect(text(valueOf(await read(hub)))).toBe("{}");
    expect(text(valueOf(await read(hub, AVATAR)))).toBe("picture");
    const trees = hub.github.log.filter(({ route }) => route === ROUTES.tree).map(({ path }) => path);
    expect(trees).toHaveLength(3);
    hub.github.reset();
    expect(short(await entryOf(hub, ".squad/agents/kepler/other.png"))).toBe("absent path");
    expect(hub.asked()).toEqual([`${ROUTES.commit} 200`]);
  });

  it.each<[string, Record<string, Content>, string]>([
    ["link", { [REGISTRY]: { link: "x" } }, "unfit link"],
    ["submodule", { [REGISTRY]: { submodule: COMMIT } }, "unfit submodule"],
    ["folder", { [`${REGISTRY}/a`]: "{}" }, "unfit folder"],
    ["executable file", { [REGISTRY]: { executable: "{}" } }, "value"],
  ])("that was cut short judges a %s by its mode all the same", async (_what, files, expected) => {
    const hub = await squad(files);
    hub.github.inject({ match: ROUTES.graphql, fault: faults.nullEntries() });
    expect(short(await entryOf(hub))).toBe(expected);
  });

  it("that REST cuts short too is a failure, never an absent file", async () => {
    const hub = await squad({ [REGISTRY]: "{}", ".squad/casting/a": "", ".squad/casting/b": "" });
    hub.github.inject({ match: ROUTES.graphql, fault: faults.nullEntries() });
    hub.github.switches.treeLimit = 1;
    const look = await entryOf(hub);
    expect(short(look)).toBe("failed too-large");
    expect(wordsOf(look).detail).toContain(".squad/casting");
    hub.github.switches.treeLimit = 10;
    expect(short(await entryOf(hub))).toBe("value");
  });

  it("reaches a picture in folders below its agent's, by their own names", async () => {
    const deep = ".squad/agents/kepler/pictures/2026/avatar.png";
    const hub = await squad({ [deep]: "picture" });
    expect(text(valueOf(await read(hub, deep)))).toBe("picture");
    const trees = hub.github.log.filter(({ route }) => route === ROUTES.tree);
    expect(trees).toHaveLength(2);
    expect(trees.every(({ path }) => /\/git\/trees\/[0-9a-f]{40}$/.test(path))).toBe(true);
    for (const [path, expected] of [
      [".squad/agents/kepler/pictures/2026", "unfit folder"],
      [".squad/agents/kepler/pictures/2025/avatar.png", "absent path"],
      [`${deep}/more`, "unfit not-regular"],
    ] as const)
      expect(short(await entryOf(hub, path))).toBe(expected);
  });

  it("reads what is outside the squad's folders as well", async () => {
    const hub = await squad({ "docs/a/b.md": "text", "docs/link": { link: "a" } });
    expect(text(valueOf(await read(hub, "docs/a/b.md")))).toBe("text");
    expect(short(await entryOf(hub, "docs/link/b.md"))).toBe("unfit link");
  });

  it("takes a link in an agent's folder for a link, also one that leads to a picture of the agent's own", async () => {
    const hub = await squad({
      [AVATAR]: { link: "real.png" },
      ".squad/agents/kepler/real.png": "picture",
      ".squad/agents/vesta": { link: "kepler" },
      ".squad/agents/juno": { submodule: COMMIT },
    });
    expect(short(await entryOf(hub, AVATAR))).toBe("unfit link");
    expect(short(await entryOf(hub, ".squad/agents/vesta/real.png"))).toBe("unfit link");
    expect(short(await entryOf(hub, ".squad/agents/juno/avatar.png"))).toBe("unfit submodule");
  });

  it.each(["by GraphQL", "by REST"])("never takes a name that is no UTF-8 for another one, %s", async (way) => {
    const hub = await Hub.start();
    const { git } = hub.repository;
    const blob = Buffer.from(await git.write("blob", "{}"), "hex");
    const row = (name: string | Buffer) =>
      Buffer.concat([Buffer.from("100644 "), Buffer.from(name), Buffer.alloc(1), blob]);
    const tree = await git.write(
      "tree",
      Buffer.concat([row(Buffer.from([0x61, 0xff])), row(Buffer.from([0x62, 0xfe]))]),
    );
    await hub.repository.push({ ".squad/casting": { tree }, ".squad/agents/kepler": { tree } });
    if (way === "by REST") hub.github.inject({ match: ROUTES.graphql, fault: faults.nullEntries() });
    for (const path of [".squad/casting/a\ufffd", ".squad/casting/b\ufffd", ".squad/agents/kepler/a\ufffd"])
      expect(short(await entryOf(hub, path))).toBe("absent path");
  });

  it("keeps names that only look alike apart, and those that a program could mistake", async () => {
    const composed = ".squad/casting/\u00e9";
    const hub = await squad({
      [composed]: "one",
      ".squad/casting/__proto__": "two",
      ".squad/casting/constructor": "3",
    });
    expect(text(valueOf(await read(hub, composed)))).toBe("one");
    expect(short(await entryOf(hub, ".squad/casting/e\u0301"))).toBe("absent path");
    expect(text(valueOf(await read(hub, ".squad/casting/__proto__")))).toBe("two");
    expect(short(await entryOf(hub, ".squad/casting/toString"))).toBe("absent path");
  });

  it("names the repository as GitHub spells it, whatever letters the configuration uses", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const source = hub.open("OWNER/Repository");
    const pin = await hub.pin(source);
    expect(valueOf(await source.identify(pin))).toEqual(hub.name);
    expect(short(await source.entry(pin, REGISTRY))).toBe("value");
    expect(hub.github.log.filter(({ route }) => route === ROUTES.graphql)).toHaveLength(1);
  });
});

describe("a commit", () => {
  it("is never mixed with the next one: a push between head, listing and content changes nothing of what is read", async () => {
    const hub = await squad({ [REGISTRY]: "old", [AVATAR]: "old picture" });
    const push = (value: string) => () => hub.repository.push({ [REGISTRY]: value, [AVATAR]: `${value} picture` });
    hub.github.before(ROUTES.graphql, push("newer"));
    hub.github.before(ROUTES.blob, push("newest"), { times: 2 });
    const pin = await hub.pin();
    for (const [path, content] of [
      [REGISTRY, "old"],
      [AVATAR, "old picture"],
    ] as const) {
      const entry = valueOf(await hub.source.entry(pin, path));
      expect(text(valueOf(await hub.source.blob(pin, entry, 100)))).toBe(content);
    }
    expect(text(valueOf(await read(hub)))).toBe("newest");
  });

  it("is asked for by its name in every part of the listing", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    await hub.source.identify(pin);
    const body = hub.github.log.find(({ route }) => route === ROUTES.graphql)?.body;
    if (pin.kind !== "commit") throw new Error("no commit");
    expect(body?.variables).toMatchObject({
      commit: pin.sha,
      casting: `${pin.sha}:.squad/casting`,
      agents: `${pin.sha}:.squad/agents`,
    });
    expect(body?.query).not.toMatch(/assignee|HEAD|defaultBranchRef/i);
  });

  it("that is gone after a push by force is a failure, not an empty squad", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const gone = { kind: "commit", sha: COMMIT } as const;
    for (const look of [await hub.source.identify(gone), await hub.source.entry(gone, REGISTRY)]) {
      expect(short(look)).toBe("failed server");
      expect(wordsOf(look).detail).toContain("commit");
    }
    expect(short(await entryOf(hub))).toBe("value");
  });

  it("is refused where the listing is another commit's", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    if (pin.kind !== "commit") throw new Error("no commit");
    const fault = faults.changed((answer) => ({
      ...answer,
      body: Buffer.from(answer.body.toString().replace(pin.sha, COMMIT)),
    }));
    hub.github.inject({ match: ROUTES.graphql, fault });
    expect(short(await hub.source.entry(pin, REGISTRY))).toBe("failed server");
  });

  it("is listed once however many look at the same time, and again for another one", async () => {
    const hub = await squad({ [REGISTRY]: "{}", [AVATAR]: "a" });
    const pin = await hub.pin();
    hub.github.reset();
    const looks = [hub.source.identify(pin), hub.source.entry(pin, REGISTRY), hub.source.entry(pin, AVATAR)];
    expect((await Promise.all(looks)).map(short)).toEqual(["value", "value", "value"]);
    expect(hub.github.requests).toBe(1);
    await hub.repository.push({ [REGISTRY]: "[]" });
    expect(valueOf(await entryOf(hub)).oid).not.toBe(valueOf(await hub.source.entry(pin, REGISTRY)).oid);
  });

  it("is listed for who still waits, where who asked first went away", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    const leave = new AbortController();
    hub.github.inject({ match: ROUTES.graphql, fault: faults.silence() });
    hub.github.before(ROUTES.graphql, () => leave.abort());
    const first = hub.source.entry(pin, REGISTRY, { signal: leave.signal });
    const second = hub.source.entry(pin, REGISTRY);
    expect(short(await first)).toBe("failed timeout");
    expect(short(await second)).toBe("value");
  });

  it("is not kept listed where the listing failed", async () => {
    const hub = await squad({ [REGISTRY]: "{}" });
    hub.github.inject({ match: ROUTES.graphql, fault: faults.serverError(502) });
    expect(short(await entryOf(hub))).toBe("failed server");
    expect(short(await entryOf(hub))).toBe("value");
  });
});

describe("content that was read", () => {
  const blobs = (hub: Hub) => hub.github.log.filter(({ route }: Asked) => route === ROUTES.blob);

  it("is kept by its name: read again, by another path or repository of the same credential, it costs nothing", async () => {
    const hub = await squad({ [REGISTRY]: "{}", ".squad/casting/same.json": "{}" });
    const first = valueOf(await read(hub));
    first.fill(0);
    // The bytes are the caller's own: what it does to them reaches nobody else.
    expect(text(valueOf(await read(hub)))).toBe("{}");
    expect(text(valueOf(await read(hub, ".squad/casting/same.json")))).toBe("{}");
    expect(blobs(hub)).toHaveLength(1);
  });

  it("is never given to another token: a private file is asked for anew, and refused where that token may not read it", async () => {
    const hub = await squad({ [REGISTRY]: "secret" }, { private: true });
    const pin = await hub.pin();
    const entry = valueOf(await hub.source.entry(pin, REGISTRY));
    expect(text(valueOf(await hub.source.blob(pin, entry, 100)))).toBe("secret");
    hub.github.addToken("nobody", { repositories: {} });
    hub.token = "nobody";
    for (const look of [
      await hub.source.blob(pin, entry, 100),
      await hub.source.entry(pin, REGISTRY),
      await hub.source.identify(pin),
    ]) {
      expect(short(look)).toBe("denied 404");
      expect(JSON.stringify(look)).not.toContain("secret");
    }
    hub.token = OTHER_TOKEN;
    expect(text(valueOf(await hub.source.blob(pin, entry, 100)))).toBe("secret");
    expect(blobs(hub).map(({ token }) => token)).toEqual([TOKEN, "nobody", OTHER_TOKEN].map((it) => it.slice(-4)));
    hub.token = TOKEN;
    hub.github.reset();
    expect(text(valueOf(await hub.source.blob(pin, entry, 100)))).toBe("secret");
    expect(hub.github.requests).toBe(0);
  });

  it("is kept for who read it, also where the token changes while the answer is on its way", async () => {
    const hub = await squad({ [REGISTRY]: "secret" }, { private: true });
    hub.github.addToken("nobody", { repositories: {} });
    const pin = await hub.pin();
    const entry = valueOf(await hub.source.entry(pin, REGISTRY));
    hub.github.before(ROUTES.blob, () => void (hub.token = "nobody"));
    expect(text(valueOf(await hub.source.blob(pin, entry, 100)))).toBe("secret");
    expect(short(await hub.source.blob(pin, entry, 100))).toBe("denied 404");
  });
});
