import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The local services trust every client that can reach them; another host is for a container's private network. */
export const LOOPBACK = '127.0.0.1';

/** @returns the address on this machine, `http://<host>:<port>`; for a host that means all addresses, loopback's */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const own = host === '0.0.0.0' || host === '::' ? LOOPBACK : host;
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${own.includes(':') ? `[${own}]` : own}:${taken}`);
    });
  });
}

/** Stops accepting, drops idle connections, and waits a second at most for responses in progress. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), 1000);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Ends the process, after `close`, on a signal and when its IPC channel is closed, which Windows has instead of signals. */
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

/** Reports to the parent process, and at the terminal, that `url` can be used, with other addresses of the service by their names. */
export function announceReady(url: string, others: Record<string, string> = {}): void {
  console.log(['ready', url, ...Object.values(others)].join(' '));
  process.send?.({ ready: url, ...others });
}
