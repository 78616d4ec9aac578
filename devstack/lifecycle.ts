import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is served here trusts whoever can reach it; another host is for a container's private network. */
export const LOOPBACK = '127.0.0.1';

/** @returns the address on this machine, `http://<host>:<port>`; for a host that means all of them, loopback's */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const own = host === '0.0.0.0' || host === '::' ? LOOPBACK : host;
      resolve(`http://${own}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Stops accepting, drops idle connections, and waits a moment at most for answers under way. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), 1000);
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Ends the process, after `close`, on a signal and when the parent that holds the IPC channel is gone. */
export function exitWithParent(close: () => Promise<void>): void {
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    close().then(
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
}

/** Tells a parent process, and a person at the terminal, that `url` can be used. */
export function announceReady(url: string): void {
  console.log(`ready ${url}`);
  process.send?.({ ready: url });
}
