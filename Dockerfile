# How to run it: docs/operations.md.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, so the optional packages with Node binaries are left out.
RUN npm ci --omit=dev --omit=optional && rm -rf /root/.npm /tmp/*
COPY questionnaire questionnaire
COPY desk desk
COPY server server
COPY --from=build /app/dist dist
RUN mkdir -m 700 data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
