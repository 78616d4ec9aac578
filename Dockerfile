# A release names the base by digest, as a build argument: the release workflow does so and fails without one. A build by
# hand follows the tag.
ARG NODE_IMAGE=node:22-bookworm-slim

# What npm needs to know of the workspaces, for the stages below.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY client/package.json client/
COPY devstack/package.json devstack/
COPY e2e/package.json e2e/

FROM packages AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# what the shop loads, and no more
FROM packages AS production-modules
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace backend
COPY scripts/prune-modules.mjs scripts/
RUN node scripts/prune-modules.mjs node_modules backend/node_modules

FROM packages AS stand-in-modules
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace devstack --workspace backend

# What the demo of docker-compose.yml runs next to the shop: never needed in production.
FROM ${NODE_IMAGE} AS stand-ins
ENV NODE_ENV=production
WORKDIR /app
COPY --from=stand-in-modules /app /app
COPY --from=build /app/backend/dist backend/dist
COPY devstack devstack
COPY tsconfig.json ./
RUN mkdir /data && chown 1000:1000 /data
ENTRYPOINT []
USER 1000:1000
EXPOSE 9025 9097 9098 9099
CMD ["node", "--import", "tsx", "devstack/container.ts"]

# The shop: one image for the demo and for production. It also holds `backend/dist/cli/{migrate,backup,restore,check}.js`.
FROM ${NODE_IMAGE} AS shop
# glibc keeps the memory of decoded images in one arena per thread: with many arenas it never goes back to the system
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=production-modules /app/node_modules node_modules
COPY --from=production-modules /app/backend backend
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
COPY scripts/container.mjs scripts/container.mjs
COPY openapi.json openapi.json
# the base image starts through a shell script, which nothing here needs
ENTRYPOINT []
# a numeric user, which Kubernetes' runAsNonRoot can check
USER 1000:1000
EXPOSE 3000
# by bash, which Debian's images have: another Node takes a tenth of a second of the processor each time
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /api/health/ready HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "scripts/container.mjs"]
