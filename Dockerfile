# syntax=docker/dockerfile:1

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY devstack/package.json devstack/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS production-modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY devstack/package.json devstack/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace backend

# What `docker compose up` runs beside the shop when no keys are set: never needed in production.
FROM build AS stand-ins
ENV NODE_ENV=production
RUN mkdir /data && chown node /data
USER node
EXPOSE 9098 9099
CMD ["node", "--import", "tsx", "devstack/container.ts"]

# The shop: one image for the demo and for production.
FROM node:22-bookworm-slim AS shop
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=production-modules /app/node_modules node_modules
COPY --from=build /app/backend/package.json backend/package.json
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
COPY --from=build /app/scripts/container.mjs scripts/container.mjs
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--optimize-for-size", "scripts/container.mjs"]
