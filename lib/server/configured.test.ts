import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfigured } from "./configured";
import { githubOf } from "./config-schema";

const TOKEN = "a-secret-that-nobody-repeats";
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "muster-configured-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const own = (value: unknown) => writeFileSync(join(root, "muster.config.json"), JSON.stringify(value));
const read = (env: Record<string, string>) => readConfigured(env, root);
const faults = (env: Record<string, string>) => {
  const reading = read(env)?.reading;
  return reading === undefined || reading.ok ? [] : reading.faults;
};
const onGitHub = { repositories: [{ repository: "harbor/lighthouse" }] };

describe("where the configuration comes from", () => {
  it("is nothing without a file and a list, so that the demo is shown", () => {
    expect(read({ GITHUB_TOKEN: TOKEN })).toBeNull();
  });

  it("takes the short form: a list of repositories on GitHub, with spaces and a comma too many", () => {
    const configured = read({ GITHUB_TOKEN: TOKEN, MUSTER_REPOSITORIES: " harbor/lighthouse, harbor/jetty , " });
    expect(configured?.reading).toEqual({
      ok: true,
      config: { repositories: [{ repository: "harbor/lighthouse" }, { repository: "harbor/jetty" }] },
    });
    expect(configured?.file).toBeNull();
  });

  it("names the place in the list that is wrong, and a repository that stands twice in any letter case", () => {
    const list = "harbor/lighthouse,lighthouse,Harbor/Lighthouse";
    expect(faults({ GITHUB_TOKEN: TOKEN, MUSTER_REPOSITORIES: list })).toEqual([
      { path: "entry 2, “lighthouse”", message: "Write the repository as owner/name, for example harbor/lighthouse." },
      { path: "entry 3, “Harbor/Lighthouse”", message: "Harbor/Lighthouse is already named at entry 1." },
    ]);
  });

  it("refuses a list beside a file, whichever file it is: nobody could tell which was meant", () => {
    own(onGitHub);
    const message = "MUSTER_REPOSITORIES is set, and there is muster.config.json as well. Use one of them.";
    expect(faults({ GITHUB_TOKEN: TOKEN, MUSTER_REPOSITORIES: "a/b" })).toEqual([{ path: "", message }]);
    expect(faults({ GITHUB_TOKEN: TOKEN, MUSTER_REPOSITORIES: "a/b", MUSTER_CONFIG: "other.json" })).toEqual([
      { path: "", message: "MUSTER_REPOSITORIES is set, and MUSTER_CONFIG names other.json as well. Use one of them." },
    ]);
  });

  it("says of a list at once what is wrong in it and that the token is missing", () => {
    const message = "Set GITHUB_TOKEN to a token that reads Contents and Issues; docs/github.md says how to make one.";
    expect(faults({ MUSTER_REPOSITORIES: "harbor/jetty" })).toEqual([{ path: "", message }]);
    expect(faults({ MUSTER_REPOSITORIES: "harbor" }).map(({ path }) => path)).toEqual(["entry 1, “harbor”", ""]);
  });

  it.each(["ghp_0123456789abcdef", "github_pat_11AB", "0123456789abcdef0123456789abcdef01234567"])(
    "never repeats a token that was written in the place of its variable's name: %s",
    (tokenVariable) => {
      own({ ...onGitHub, github: { tokenVariable } });
      expect(faults({}).map(({ path }) => path)).toEqual(["/github/tokenVariable"]);
      expect(JSON.stringify(faults({}))).not.toContain(tokenVariable);
    },
  );

  it("says where a token belongs when one stands in the file, and does not repeat it", () => {
    own({ ...onGitHub, github: { token: TOKEN } });
    expect(faults({})[0]?.message).toContain("set it as a variable, and name that as github.tokenVariable");
    expect(JSON.stringify(faults({}))).not.toContain(TOKEN);
  });
});

describe("entries on GitHub", () => {
  it("are read from github.com with GITHUB_TOKEN, where nothing else is said", () => {
    own(onGitHub);
    const reading = read({ GITHUB_TOKEN: TOKEN })?.reading;
    expect(reading?.ok && githubOf(reading.config)).toEqual({
      apiUrl: "https://api.github.com",
      webUrl: "https://github.com",
      tokenVariable: "GITHUB_TOKEN",
    });
  });

  it("need the token, and the message names the variable and never its value", () => {
    own(onGitHub);
    expect(faults({})).toEqual([
      {
        path: "/repositories/0",
        message:
          "The variable GITHUB_TOKEN is not set. harbor/lighthouse has no directory, so it is read from GitHub, which needs a token; docs/github.md says how to make one.",
      },
    ]);
    const broken = faults({ GITHUB_TOKEN: `${TOKEN} and more` });
    expect(broken).toHaveLength(1);
    expect(JSON.stringify(broken)).not.toContain(TOKEN);
  });

  it("take the token from the variable that the file names", () => {
    own({ ...onGitHub, github: { tokenVariable: "HARBOR_TOKEN" } });
    expect(read({ HARBOR_TOKEN: TOKEN })?.reading.ok).toBe(true);
    expect(faults({ GITHUB_TOKEN: TOKEN }).map(({ path }) => path)).toEqual(["/github/tokenVariable"]);
  });

  it("need no token where every repository is a directory", () => {
    own({ repositories: [{ repository: "a/b", directory: "x" }] });
    expect(read({})?.reading.ok).toBe(true);
  });

  it("have no exported threads and no working directory", () => {
    own({ repositories: [{ repository: "a/b", threads: "exports", ref: "worktree" }] });
    expect(faults({ GITHUB_TOKEN: TOKEN }).map(({ path }) => path)).toEqual([
      "/repositories/0/threads",
      "/repositories/0/ref",
    ]);
  });
});

describe("the GitHub host", () => {
  const host = (github: Record<string, unknown>) => {
    own({ ...onGitHub, github });
    return read({ GITHUB_TOKEN: TOKEN })?.reading;
  };

  it("is an Enterprise Server where both of its addresses are given, without the slash at the end", () => {
    const reading = host({ apiUrl: "https://git.harbor.example/api/v3/", webUrl: "https://git.harbor.example" });
    expect(reading?.ok && reading.config.github?.apiUrl).toBe("https://git.harbor.example/api/v3");
  });

  it("is not guessed: who names where programs ask names where people read", () => {
    const reading = host({ apiUrl: "https://git.harbor.example/api/v3" });
    expect(reading?.ok === false && reading.faults.map(({ path }) => path)).toEqual(["/github/webUrl"]);
  });

  it.each([
    "http://git.harbor.example/api/v3",
    "ftp://git.harbor.example",
    "git.harbor.example",
    "https://user:word@git.harbor.example",
    "https://git.harbor.example/?token=1",
    "https://git.harbor.example/#x",
    "https://git.harbor.example?",
    "https://git.harbor.example//api/v3",
    "https://git.harbor.example/api//v3",
    "https://git.harbor.example/.//evil.example",
    "https://git.harbor.example\\\\evil.example",
    "https:\\\\git.harbor.example",
    "https:///git.harbor.example",
    " https://git.harbor.example",
    "",
  ])("is refused at %j: a token goes there", (apiUrl) => {
    const reading = host({ apiUrl, webUrl: "https://git.harbor.example" });
    expect(reading?.ok === false && reading.faults.map(({ path }) => path)).toEqual(["/github/apiUrl"]);
  });

  it("may be this very machine without encryption", () => {
    expect(host({ apiUrl: "http://127.0.0.1:4100", webUrl: "http://127.0.0.1:4100" })?.ok).toBe(true);
  });

  it("refuses a token in the place of the variable's name", () => {
    const reading = host({ tokenVariable: "ghp-not a name" });
    expect(reading?.ok === false && reading.faults.map(({ path }) => path)).toEqual(["/github/tokenVariable"]);
  });
});
