/**
 * Next.js calls this once when the server starts, and compiles it for the edge as well: so everything that needs Node.js stands in
 * `instrumentation-node.ts` and is loaded under Node.js alone.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { begin } = await import("./instrumentation-node");
    await begin();
  }
}
