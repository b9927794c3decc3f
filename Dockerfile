# syntax=docker/dockerfile:1
# How to pin the base by digest, and why the tag stands here: docs/operation.md

FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 \
    MUSTER_STANDALONE=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY app ./app
COPY components ./components
COPY lib ./lib
COPY public ./public
COPY proxy.ts instrumentation.ts instrumentation-node.ts ./
COPY next.config.mjs postcss.config.mjs tsconfig.json ./
RUN node node_modules/next/dist/bin/next build

FROM node:20-bookworm-slim AS run
LABEL org.opencontainers.image.title="Muster" \
      org.opencontainers.image.description="A dashboard over the identity records of AI agent squads" \
      org.opencontainers.image.licenses="MIT"
# Directories are read with git; a repository on GitHub needs none.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 muster \
 && useradd --uid 10001 --gid muster --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin muster \
 && install --directory --owner=muster --group=muster --mode=0700 /data
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    MUSTER_DATA=/data
# Named one by one: the build also lists sources beside the server, and an image that runs needs none of them. All of it belongs to root.
COPY --from=build /app/.next/standalone/server.js /app/.next/standalone/package.json ./
COPY --from=build /app/.next/standalone/node_modules ./node_modules
COPY --from=build /app/.next/standalone/.next ./.next
COPY --from=build /app/.next/static ./.next/static
COPY public ./public
COPY demo ./demo
COPY deploy/container.mjs deploy/environment.mjs ./deploy/
COPY LICENSE ./
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=40", "deploy/container.mjs"]
