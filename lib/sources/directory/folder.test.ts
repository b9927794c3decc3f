import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Folder, TooMany } from "./folder";
import { put, temporaryFolder } from "./testing/files";

async function text(folder: Folder, name: string): Promise<string> {
  const judged = await folder.look(name);
  if (judged === null) return "nothing";
  const handle = await folder.openFile(name, judged);
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

describe("nobody can swap a link in while a look is under way", () => {
  it("for a file that was already judged", async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    put(root, "file", "own");
    put(outside, "file", "secret");
    const folder = await Folder.openConfigured(root);
    const judged = await folder.look("file");
    rmSync(join(root, "file"));
    symlinkSync(join(outside, "file"), join(root, "file"));
    if (judged === null) throw new Error("The file was not found");
    await expect(folder.openFile("file", judged)).rejects.toThrow();
    rmSync(join(root, "file"));
    put(root, "file", "another");
    put(root, "file2", "keeps the old number from being used again");
    await expect(folder.openFile("file2", judged)).rejects.toThrow();
    await folder.close();
  });

  it("for a folder on the way", async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    put(root, "way/file", "own");
    put(outside, "file", "secret");
    const top = await Folder.openConfigured(root);
    const way = await top.openFolder("way");
    renameSync(join(root, "way"), join(root, "aside"));
    symlinkSync(outside, join(root, "way"));
    const seen = await text(way, "file").catch(() => "refused");
    expect(["own", "refused"]).toContain(seen);
    await expect(top.openFolder("way")).rejects.toThrow();
    await way.close();
    await top.close();
  });
});

describe("names", () => {
  it("are exact, where the letter case differs or where the name has none", async () => {
    const root = temporaryFolder();
    put(root, "File.json", "x");
    put(root, "123", "x");
    put(root, "é", "x");
    const folder = await Folder.openConfigured(root);
    for (const name of ["File.json", "123", "é"]) expect(await folder.look(name), name).not.toBeNull();
    for (const name of ["file.json", "FILE.JSON", "e\u0301", "É", "x".repeat(300)])
      expect(await folder.look(name), name).toBeNull();
    await folder.close();
  });

  it("are listed up to a limit and no further", async () => {
    const root = temporaryFolder();
    for (const name of ["a", "b", "c"]) mkdirSync(join(root, name));
    const folder = await Folder.openConfigured(root);
    expect((await folder.names(3)).sort()).toEqual(["a", "b", "c"]);
    await expect(folder.names(2)).rejects.toThrow(TooMany);
    await folder.close();
  });
});
