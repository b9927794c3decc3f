import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as schema from "./schema";

const FOLDER = join(import.meta.dirname, "migrations");

describe("the migrations that a build carries", () => {
  it("are the files in migrations/, and follow on each other", async () => {
    const names = readdirSync(FOLDER)
      .filter((name) => name.endsWith(".sql"))
      .sort();
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index));
    const entries = names.map((name) => ({ name: name.slice(0, -4), sql: readFileSync(join(FOLDER, name), "utf8") }));
    const text = `// Made from migrations/*.sql: npx vitest run lib/store/migrations.test.ts -u\nexport const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = ${JSON.stringify(entries, null, 2)};\n`;
    await expect(text).toMatchFileSnapshot("./migrations.generated.ts");
  });

  it("make the tables that the schema describes: nothing is left to change", async () => {
    const meta = join(FOLDER, "meta");
    const last = readdirSync(meta)
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1);
    const before = JSON.parse(readFileSync(join(meta, last ?? ""), "utf8"));
    expect(await generateMigration(before, generateDrizzleJson(schema, before.id))).toEqual([]);
  });
});
