import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** An empty database on the PostgreSQL of this run; gives its address. */
export async function createDatabase(): Promise<string> {
  const admin = process.env["MUSTER_TEST_POSTGRES"];
  if (admin === undefined) throw new Error("The tests' PostgreSQL was not started (e2e/global-setup.ts).");
  const name = `muster_${randomBytes(8).toString("hex")}`;
  const client = new Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
}
