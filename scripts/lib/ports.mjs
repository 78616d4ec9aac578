import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

function listen(port, host) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(port, host, () => {
      const { port: taken } = server.address();
      server.close(() => done(taken));
    });
  });
}

/**
 * A port that nothing listens on. It is below those that systems give to connections and to `listen(0)`, so that none is
 * given out between this look and the start of the server, or while a server is started again.
 */
export async function freePort(host = '127.0.0.1') {
  for (let looks = 1; ; looks += 1) {
    try {
      return await listen(randomInt(20_000, 32_000), host);
    } catch (cause) {
      if (cause.code !== 'EADDRINUSE' || looks === 100) throw cause;
    }
  }
}

const PROBLEMS = {
  EADDRINUSE: (port, host, command) =>
    `Port ${port} of ${host} is in use. Stop what uses it, or use another port: PORT=${port + 1} ${command}`,
  EACCES: (port, _host, command) =>
    `This user may not listen on port ${port}. Use another port: PORT=3000 ${command}`,
  EADDRNOTAVAIL: (_port, host) => `HOST=${host} is not an address of this machine.`,
};

/**
 * Checks that the shop can listen there; waits a few seconds for a port whose shop is just stopping.
 *
 * @throws Error that says what to change
 */
export async function assertPort(port, host, command) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is not a port: ${process.env.PORT}`);
  for (const deadline = Date.now() + 4_000; ;) {
    try {
      await listen(port, host);
      return;
    } catch (cause) {
      if (cause.code !== 'EADDRINUSE' || Date.now() > deadline) {
        const problem = PROBLEMS[cause.code] ?? PROBLEMS.EADDRNOTAVAIL;
        throw new Error(problem(port, host, command), { cause });
      }
    }
    await new Promise((done) => setTimeout(done, 250));
  }
}
