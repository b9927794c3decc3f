/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Pictures are judged and served by the avatar route; nothing is resized here.
  images: { unoptimized: true },
  // It loads its transports by path, which a bundle would break.
  serverExternalPackages: ["pino"],
  logging: false,
  devIndicators: false,
};

export default config;
