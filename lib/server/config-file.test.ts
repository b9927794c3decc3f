import { describe, expect, it } from "vitest";
import { readConfig, readConfigFile } from "./config-file";

const read = (value: unknown) =>
  readConfig(new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)), "/base");
const faults = (value: unknown) => {
  const reading = read(value);
  return reading.ok ? [] : reading.faults;
};
const paths = (value: unknown) => faults(value).map(({ path }) => path);
const entry = { repository: "harbor/lighthouse", directory: "squads/lighthouse" };

describe("the configuration", () => {
  it("takes a full entry and makes its folders absolute", () => {
    const full = {
      ...entry,
      ref: "main",
      threads: "threads",
      trust: [{ id: 1, type: "Bot" }],
      goals: [45],
      staleHours: 0.5,
    };
    expect(read({ repositories: [full], listen: { host: "127.0.0.1", port: 3000 } })).toEqual({
      ok: true,
      config: {
        repositories: [{ ...full, directory: "/base/squads/lighthouse", threads: "/base/threads" }],
        listen: { host: "127.0.0.1", port: 3000 },
      },
    });
  });

  it("lists every fault with its path, not only the first", () => {
    const broken = {
      repositories: [
        { repository: "lighthouse", directory: "", refs: "main" },
        { ...entry, goals: [0] },
      ],
      token: "x",
    };
    expect(paths(broken).sort()).toEqual(
      [
        "/repositories/0/directory",
        "/repositories/0/refs",
        "/repositories/0/repository",
        "/repositories/1/goals/0",
        "/token",
      ].sort(),
    );
  });

  it("refuses a setting it does not know by name, so that a misspelt one cannot pass for a setting", () => {
    expect(faults({ repositories: [{ ...entry, thread: "x" }] })).toEqual([
      { path: "/repositories/0/thread", message: "There is no setting called “thread” here." },
    ]);
  });

  it("refuses a repository that is named twice, whatever the letter case", () => {
    expect(faults({ repositories: [entry, { ...entry, repository: "Harbor/Lighthouse" }] })).toEqual([
      { path: "/repositories/1/repository", message: "Harbor/Lighthouse is already named at /repositories/0." },
    ]);
  });

  it("refuses a member that stands twice, with its pointer", () => {
    expect(paths('{"repositories":[{"repository":"a/b","repository":"c/d","directory":"x"}]}')).toEqual([
      "/repositories/0/repository",
    ]);
  });

  it.each(["", "a", "a/b/c", "a/..", "-a/b", "a b/c", "a/b\n"])("refuses %j as a repository's name", (repository) => {
    expect(paths({ repositories: [{ ...entry, repository }] })).toEqual(["/repositories/0/repository"]);
  });

  it.each([0, -1, 1.5, "45"])("refuses %j as a goal", (goal) => {
    expect(paths({ repositories: [{ ...entry, goals: [goal] }] })).toEqual(["/repositories/0/goals/0"]);
  });

  it("refuses an empty list, and keeps an empty trust list, which trusts nobody", () => {
    expect(paths({ repositories: [] })).toEqual(["/repositories"]);
    expect(read({ repositories: [{ ...entry, trust: [] }] })).toMatchObject({
      ok: true,
      config: { repositories: [{ trust: [] }] },
    });
  });

  it("says of a missing file that there is none", () => {
    expect(readConfigFile("/nowhere/muster.config.json")).toEqual({
      ok: false,
      faults: [{ path: "", message: "The configuration cannot be read: there is no such file." }],
    });
  });

  it("says what is missing and what kind belongs there, and lists a repeated name beside other faults", () => {
    const entries = [{ directory: "x" }, { repository: "a/b" }, { repository: "A/B", directory: 5 }];
    expect(faults({ repositories: entries })).toEqual([
      { path: "/repositories/0/repository", message: "This is missing: a text belongs here." },
      { path: "/repositories/2/directory", message: "This is not a text." },
      { path: "/repositories/2/repository", message: "A/B is already named at /repositories/1." },
    ]);
  });
});
