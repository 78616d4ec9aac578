import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, parseConfig } from './config.js';
import { startTracing } from './tracing/tracing.js';
import type { HttpAdapter } from './web/http-adapter.js';

/** How long requests may take to end, once the process is told to stop. */
const GRACE_MS = 8_000;

/** How many connections may wait to be taken. Beyond it the system drops them, and their clients try again after a second. */
const BACKLOG = 4_096;

/** Starts the server, and stops it on SIGTERM, Ctrl-C or when its parent is gone. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const tracing = await startTracing(config);
  // These load the database's driver, which is instrumented by now.
  const { createApp } = await import('./create-app.js');
  const { HealthService } = await import('./health/health.service.js');
  const app = await createApp(config, undefined, tracing);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Not ready from now on, while it still serves until load balancers have noticed.
    app.get(HealthService, { strict: false }).drain();
    (app.getHttpAdapter() as HttpAdapter).drain();
    const delay = config.shutdownDelaySeconds * 1_000;
    setTimeout(() => process.exit(0), delay + GRACE_MS).unref();
    const closed = delay > 0 ? sleep(delay).then(() => app.close()) : app.close();
    closed.then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.send) process.on('disconnect', stop);

  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  const url = await app.getUrl();
  console.log(`ready ${url}`);
  process.send?.({ ready: url });
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
