// On everything but the API, which has the same and a policy of its own (lib/server/headers.ts); pages add a policy with a nonce (proxy.ts).
const EVERYWHERE = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Pictures are judged and served by the avatar route; nothing is resized here.
  images: { unoptimized: true },
  // Only the container's image asks for the folder that runs without node_modules; `next start` serves none.
  ...(process.env.MUSTER_STANDALONE === "1" ? { output: "standalone" } : {}),
  // Each loads files of its own by path, which a bundle would break: transports, the embedded database, drivers, exporters.
  serverExternalPackages: [
    "pino",
    "@electric-sql/pglite",
    "pg",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/sdk-trace-node",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
  ],
  logging: false,
  devIndicators: false,
  // `npm test` checks the types; a test's mistake must not keep anybody from starting.
  typescript: { ignoreBuildErrors: true },
  // In development the pages may be opened by address as well as by name.
  allowedDevOrigins: ["127.0.0.1"],
  // The API sends its own: set here they cost an unchanged document a twentieth of its rate.
  headers: async () => [{ source: "/((?!api/).*)", headers: EVERYWHERE }],
};

export default config;
