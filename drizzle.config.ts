import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --name <what-changes>`, then `node scripts/write-migrations.mjs`: both results are committed. */
export default defineConfig({ dialect: "postgresql", schema: "./lib/store/schema.ts", out: "./lib/store/migrations" });
