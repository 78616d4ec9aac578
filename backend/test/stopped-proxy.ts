import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A road to a service that can be made to hang: it accepts connections, and passes nothing on. */
export interface Proxy {
  /** `127.0.0.1:port` */
  host: string;
  hang(): void;
  /** Passes everything on again, also what came meanwhile. */
  resume(): void;
  close(): Promise<void>;
}

export async function startProxy(to: { hostname: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((here) => {
    const there = connect(to.port, to.hostname);
    for (const [from, into] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => into.write(data));
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      if (isHanging) from.pause();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
