import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../e2e/github";
import type { Look } from "@/lib/contracts/core/look";
import { APP_ID, AppHub, TEST_KEY } from "./testing/app";
import { short, stranger, valueOf, wordsOf } from "./testing/github";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function start(options: Parameters<typeof AppHub.start>[0] = {}): Promise<AppHub> {
  const hub = await AppHub.start(options);
  await hub.repository.push({ a: "1" });
  hub.github.reset();
  return hub;
}

/** No answer holds the key, an assertion or a token. */
const looks: Look<unknown>[] = [];
function kept<T>(look: Look<T>): Look<T> {
  looks.push(look);
  return look;
}
afterEach(() => {
  const said = JSON.stringify(looks.splice(0));
  expect(said).not.toMatch(/ghs_|eyJ|PRIVATE KEY/);
  expect(said).not.toContain(TEST_KEY.pkcs8.split("\n")[4]);
});

describe("a look as a GitHub App", () => {
  it("finds the installation by the repository, asks for a token and reads with it", async () => {
    const hub = await start();
    const look = await hub.open().head(null);
    expect(short(look)).toBe("value");
    expect(look.requests).toBe(3);
    expect(hub.asked()).toEqual(["installation 200", "token 201", "head 200"]);
    expect(short(await hub.open().head(null))).toBe("value");
    expect(hub.asked()).toEqual(["head 200"]);
  });

  it("asks for a token at once where the installation is named", async () => {
    const hub = await start({ named: true });
    expect(short(await hub.open().head(null))).toBe("value");
    expect(hub.asked()).toEqual(["token 201", "head 200"]);
  });

  it("asks an Enterprise Server below its own address", async () => {
    const hub = await start({ base: "/api/v3" });
    const source = hub.open();
    const pin = valueOf(await source.head(null));
    expect(valueOf(await source.identify(pin))).toEqual(hub.name);
  });

  it("asks for one token, however many ask at once", async () => {
    const hub = await start();
    hub.thread(3);
    const [one, other] = [hub.open(), hub.open("owner/repository")];
    const asked = [0, 1, 2, 3].flatMap(() => [one.head(null), other.feed(hub.name, 1, null)]);
    expect((await Promise.all(asked)).map(short)).toEqual(Array(8).fill("value"));
    expect(hub.github.apps.minted(hub.installation)).toBe(1);
  });

  it("is not ended for all who wait for the token by who asked first and went away", async () => {
    const hub = await start();
    const gone = new AbortController();
    hub.github.before(ROUTES.installation, () => gone.abort());
    const source = hub.open();
    const [first, second] = await Promise.all([source.head(null, { signal: gone.signal }), source.head(null)]);
    expect([short(first), short(second)]).toEqual(["failed timeout", "value"]);
  });

  it("finds the installation of a renamed repository by its number", async () => {
    const hub = await start();
    hub.repository.rename("owner/renamed");
    expect(short(await hub.open().head(null))).toBe("value");
    expect(hub.asked()).toEqual(["installation 301", "installation 200", "token 201", "head 301", "head 200"]);
  });

  it("speaks for the same whatever token it holds, and says for whom before it has one", async () => {
    const hub = await start();
    const source = hub.open();
    const scope = source.scope();
    await source.head(null);
    hub.tick(2 * HOUR);
    await source.head(null);
    expect(hub.github.apps.minted(hub.installation)).toBe(2);
    expect(source.scope()).toBe(scope);
    expect(hub.open("other/repository").scope()).not.toBe(scope);
    expect((await start({ named: true })).open().scope()).not.toBe(scope);
  });
});

describe("each owner's installation", () => {
  it("has its own host with its own limits, and all share what is kept", async () => {
    const hub = await start();
    hub.github.addRepository("other/repository", { private: true });
    hub.github.apps.install(APP_ID, { owner: "other" });
    const own = hub.hosts.hostFor("owner/repository");
    const other = hub.hosts.hostFor("other/repository");
    expect(hub.hosts.hostFor("OWNER/second")).toBe(own);
    expect(other).not.toBe(own);
    expect(other.blobs).toBe(own.blobs);
    hub.github.inject({ match: ROUTES.commit, fault: faults.primaryLimit({ resetIn: 600 }) });
    expect(short(await hub.open().head(null))).toBe("failed rate-limit");
    expect(short(await hub.open("other/repository").head(null))).toBe("absent commits");
    expect(hub.hosts.opened()).toEqual([own, other]);
  });

  it("is found by another repository where the App may not read the first", async () => {
    const hub = await start();
    const open = hub.github.addRepository("second/open", { private: true });
    await open.push({ a: "1" });
    hub.github.addRepository("second/closed", { private: true });
    hub.github.apps.install(APP_ID, { owner: "second", repositories: ["second/open"] });
    const answers = await Promise.all(["second/closed", "second/open"].map((name) => hub.open(name).head(null)));
    expect(answers.map(short)).toEqual(["denied 404", "value"]);
    expect(short(await hub.open("second/closed").head(null))).toBe("denied 404");
  });
});

describe("a token", () => {
  it("is replaced five minutes before it ends, and not earlier", async () => {
    const hub = await start();
    const source = hub.open();
    await source.head(null);
    hub.asked();
    hub.tick(55 * MINUTE - 1);
    await source.head(null);
    expect(hub.asked()).toEqual(["head 200"]);
    hub.tick(1);
    await source.head(null);
    expect(hub.asked()).toEqual(["token 201", "head 200"]);
  });

  it("serves to its end where it cannot be replaced before, and the replacement is not tried at every question", async () => {
    const hub = await start();
    const source = hub.open();
    await source.head(null);
    hub.tick(56 * MINUTE);
    hub.asked();
    const broken = hub.github.inject({ match: ROUTES.accessToken, fault: faults.serverError(), times: Infinity });
    for (let n = 0; n < 3; n += 1) expect(short(await source.head(null))).toBe("value");
    expect(broken.hits).toBe(1);
    hub.tick(31_000);
    expect(short(await source.head(null))).toBe("value");
    expect(broken.hits).toBe(2);
    hub.tick(4 * MINUTE);
    expect(short(await source.head(null))).toBe("failed server");
    hub.github.heal();
    expect(short(await source.head(null))).toBe("value");
  });

  it("that ends in the middle of a look is replaced in it", async () => {
    const hub = await start();
    hub.thread(250);
    const source = hub.open();
    await source.head(null);
    hub.asked();
    hub.github.before(ROUTES.thread, () => hub.tick(61 * MINUTE), { skip: 1 });
    const look = await source.pages(hub.name, 45, null, 250);
    expect(valueOf(look).comments).toHaveLength(250);
    // The page that was asked for with the old token came after its end.
    expect(hub.asked()).toEqual(["thread 200", "thread 200", "token 201", "thread 200"]);
  });

  it("that was revoked before its time leads to one fresh token and one more try", async () => {
    const hub = await start();
    const source = hub.open();
    const pin = valueOf(await source.head(null));
    hub.tick();
    hub.github.apps.revoke(hub.installation);
    hub.asked();
    const looks = await Promise.all([source.head(null), source.identify(pin), source.feed(hub.name, 1, null)]);
    expect(looks.map(short)).toEqual(["value", "value", "value"]);
    const asked = hub.asked();
    expect(asked.filter((one) => one.startsWith("token"))).toEqual(["token 201"]);
    expect(asked).toHaveLength(7);
  });

  it("that GitHub's machines do not all know yet is tried once more, a second later", async () => {
    const hub = await start();
    hub.github.inject({ match: ROUTES.commit, fault: faults.status(401), times: 2 });
    expect(short(await hub.open().head(null))).toBe("value");
    expect(hub.asked().slice(1)).toEqual(["token 201", "head 401", "token 201", "head 401", "head 200"]);
  });

  it("that is refused again and again is denied, and no more than one a minute is asked for", async () => {
    const hub = await start();
    hub.github.inject({ match: ROUTES.commit, fault: faults.status(401), times: Infinity });
    const source = hub.open();
    for (let n = 0; n < 3; n += 1) expect(short(kept(await source.head(null)))).toBe("denied 401");
    expect(hub.github.apps.minted(hub.installation)).toBe(2);
  });

  it("is good for as long as GitHub's clock says, also where ours is an hour off", async () => {
    const hub = await start();
    hub.github.skew(-HOUR);
    const source = hub.open();
    expect(short(kept(await source.head(null)))).toBe("value");
    // The first assertion was dated after GitHub's clock; the next ones are not.
    expect(hub.asked()).toEqual(["installation 401", "installation 200", "token 201", "head 200"]);
    hub.tick(54 * MINUTE);
    await source.head(null);
    expect(hub.asked()).toEqual(["head 200"]);
    hub.tick(2 * MINUTE);
    await source.head(null);
    expect(hub.asked()).toEqual(["token 201", "head 200"]);
  });

  it("shares its points with the one before it, as GitHub counts them", async () => {
    const hub = await start();
    hub.github.setLimit({ core: { limit: 5_000, remaining: 2 } });
    const source = hub.open();
    expect(short(await source.head(null))).toBe("value");
    hub.tick();
    hub.github.apps.revoke(hub.installation);
    expect(short(await source.head(null))).toBe("value");
    expect(short(await source.head(null))).toBe("failed rate-limit");
  });
});

describe("an App that may not read", () => {
  it("says that the key or the App's ID is wrong where GitHub does not accept the signature", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const hub = await start({ privateKey: other.export({ type: "pkcs8", format: "pem" }).toString() });
    const look = kept(await hub.open().head(null));
    expect(short(look)).toBe("denied 401");
    expect(wordsOf(look).detail).toContain("the private key or the App's ID is wrong");
    expect(hub.asked()).toEqual(["installation 401"]);
  });

  it("says that the key cannot be used, and asks nothing, where there is none", async () => {
    const hub = await start({ privateKey: "" });
    const look = kept(await hub.open().head(null));
    expect(short(look)).toBe("denied 401");
    expect(wordsOf(look).detail).toContain("private key cannot be used");
    expect(hub.asked()).toEqual([]);
  });

  it.each([
    [false, "or the App's ID is wrong"],
    [true, "the ID of the App or of the installation is wrong"],
  ])("says that the ID may be wrong where GitHub knows no such App (installation named: %s)", async (named, words) => {
    const look = kept(await (await start({ named, appId: 99 })).open().head(null));
    expect(short(look)).toBe("denied 404");
    expect(wordsOf(look).detail).toMatch(words);
  });

  it("that was uninstalled has no access, and has it again under the new installation", async () => {
    const hub = await start();
    const source = hub.open();
    await source.head(null);
    hub.tick();
    hub.github.apps.uninstall(hub.installation);
    const look = kept(await source.head(null));
    expect(short(look)).toBe("denied 404");
    expect(wordsOf(look).detail).toContain("not installed for owner/repository");
    hub.tick();
    hub.github.apps.install(APP_ID, { owner: "owner" });
    expect(short(await source.head(null))).toBe("value");
  });

  it("says of a named installation that it is gone", async () => {
    const hub = await start({ named: true });
    hub.github.apps.uninstall(hub.installation);
    const look = kept(await hub.open().head(null));
    expect(short(look)).toBe("denied 404");
    expect(wordsOf(look).detail).toContain("may have been uninstalled");
  });

  it.each([false, true])("says that it is suspended, with a token (%s) or before there is one", async (reading) => {
    const hub = await start();
    const source = hub.open();
    if (reading) await source.head(null);
    hub.github.apps.suspend(hub.installation);
    const look = kept(await source.head(null));
    expect(short(look)).toBe("denied 403");
    expect(wordsOf(look).detail).toContain("is suspended");
    hub.github.apps.suspend(hub.installation, false);
    expect(short(await source.head(null))).toBe("value");
  });

  it("may read files and no issues where it was given no more", async () => {
    const hub = await start();
    hub.github.apps.uninstall(hub.installation);
    hub.github.apps.install(APP_ID, { owner: "owner", permissions: ["contents", "metadata"] });
    expect(short(await hub.open().head(null))).toBe("value");
    const look = kept(await hub.open().feed(hub.name, 1, null));
    expect(short(look)).toBe("denied 403");
    expect(wordsOf(look).detail).toContain("needs to read Issues");
  });
});

describe("the questions for a token", () => {
  it.each([ROUTES.installation, ROUTES.accessToken])(
    "that fail are a failed look with its cause: %s",
    async (match) => {
      const hub = await start({ patience: { totalMs: 400, idleMs: 200 } });
      const cases = [
        [faults.serverError(), "failed server"],
        [faults.status(404, "Not Found"), "denied 404"],
        [faults.answer({ status: 200, body: "<html>" }), "failed malformed"],
        [faults.answer({ status: 201, body: { token: "two words", id: "x" } }), "failed malformed"],
        [faults.answer({ status: 200, body: { token: 5, expires_at: "soon", id: -1 } }), "failed malformed"],
        [faults.status(451), "denied 451"],
        [faults.silence(), "failed too-slow"],
        [faults.cut(), "failed network"],
        [faults.endless(), "failed too-slow|failed too-large"],
        [faults.answer({ status: 302, headers: { location: "https://elsewhere.example/" } }), "failed moved"],
      ] as const;
      for (const [fault, expected] of cases) {
        // Twice: an installation that is said to be gone is looked for once more.
        hub.github.inject({ match, fault, times: 2 });
        expect(short(kept(await hub.open().head(null)))).toMatch(new RegExp(expected));
        hub.github.heal();
      }
      expect(short(await hub.open().head(null))).toBe("value");
    },
  );

  it("wait as long as GitHub says after a limit, for all installations of the App", async () => {
    const hub = await start();
    hub.github.inject({ match: ROUTES.installation, fault: faults.secondaryLimit({ retryAfter: 90 }) });
    expect(wordsOf(await hub.open().head(null)).retryAt).toBe(hub.now + 90_000);
    hub.asked();
    expect(short(await hub.open("other/repository").head(null))).toBe("failed secondary-limit");
    expect(hub.asked()).toEqual([]);
    hub.tick(90_000);
    expect(short(await hub.open().head(null))).toBe("value");
  });

  it("go to the host of apiUrl and to no other, wherever an answer points", async () => {
    const hub = await start();
    const other = await stranger();
    for (const match of [ROUTES.installation, ROUTES.accessToken]) {
      hub.github.inject({ match, fault: faults.answer({ status: 307, headers: { location: `${other.url}/x` } }) });
      expect(short(kept(await hub.open().head(null)))).toBe("failed moved");
    }
    expect(other.visits).toEqual([]);
  });

  it("that are answered with what was sent are repeated without it", async () => {
    const hub = await start();
    let sent = "";
    const echo = faults.changed((answer) => ({ ...answer, status: 403, body: Buffer.from(sent) }));
    for (const match of [ROUTES.installation, ROUTES.accessToken]) {
      // An assertion is three parts of base64; another one of the same form stands for it.
      sent = JSON.stringify({ message: "Refused: eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2lnbmF0dXJl and ghs_1_eyJ.a-b" });
      hub.github.inject({ match, fault: echo });
      expect(wordsOf(kept(await hub.open().head(null))).detail).toContain("“Refused: [token] and [token]”");
    }
  });

  it.each([ROUTES.installation, ROUTES.accessToken])(
    "never make a look throw, whatever is answered: %s",
    async (match) => {
      const hub = await start();
      const answers = [200, 201, 202, 204, 301, 400, 401, 403, 409, 410, 422, 429, 500, 503];
      for (const status of answers) {
        hub.github.inject({ match, fault: faults.answer({ status, body: { message: "No" } }), times: Infinity });
        expect(short(kept(await hub.open().head(null)))).toMatch(/^(?:failed|denied) /);
        hub.github.heal();
        hub.tick(20 * MINUTE);
      }
      expect(short(await hub.open().head(null))).toBe("value");
    },
  );
});
