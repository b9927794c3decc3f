/** What the benches of the store need of the tests: a PostgreSQL of their own, and deliveries signed as GitHub signs them. */
export { startPostgres } from "@/lib/store/testing/postgres";
export { signed } from "../e2e/github/webhooks";
