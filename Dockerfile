# syntax=docker/dockerfile:1
# The console, its operators and the command `hap`. The base can be any image with Node.js 24, pinned by digest if required:
#   docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… -t hap-console .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
# Packages first, because they change less often than sources. Their installation also generates the database client.
COPY package.json package-lock.json ./
COPY packages/embedded-garden/package.json packages/embedded-garden/
COPY prisma prisma
COPY scripts/schema scripts/schema
COPY scripts/install scripts/install
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm run image

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/hap-console
# scripts/node-flags.ts explains these and the flags below.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# Owned by root, so that the console cannot change it. It writes only to DATA_DIR and /tmp.
COPY --from=build --chown=0:0 /src/.next/image /app
RUN install -d -o 1000 -g 1000 -m 700 /var/lib/hap-console
VOLUME ["/var/lib/hap-console"]
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node", "scripts/image/health.mjs"]
# The command line instead of the console: docker run hap-console bin/hap.mjs …
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=25"]
CMD ["scripts/image/start.ts"]
