import { startPostgres } from "../lib/store/testing/postgres";

/** One real PostgreSQL for all servers under test; each has a database of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env["MUSTER_TEST_POSTGRES"] = postgres.url();
  return () => postgres.stop();
}
