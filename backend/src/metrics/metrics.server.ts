import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { recordTelemetry } from '../common/telemetry.js';

/** Serves a registry's metrics at `GET /metrics` on a port of its own, and nothing else. */
export class MetricsServer {
  private readonly server: Server;

  constructor(registry: Registry) {
    this.server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
      const end = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
        response
          .writeHead(status, {
            'Content-Type': type,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
            ...(status === 405 && { Allow: 'GET' }),
          })
          .end(text);
      request.resume();
      if (request.url?.split('?', 1)[0] !== '/metrics') {
        end(404, 'Only /metrics is served here.\n');
        return;
      }
      if (request.method !== 'GET') {
        end(405, 'Only GET is allowed.\n');
        return;
      }
      recordTelemetry('metrics-requested', {});
      registry.metrics().then(
        (text) => end(200, text, registry.contentType),
        () => end(500, 'The metrics could not be collected.\n'),
      );
    });
    this.server.maxConnections = 20;
  }

  /** @throws when the port is taken */
  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((done, failed) => {
      this.server.once('error', failed);
      this.server.listen(port, host, () => {
        this.server.removeListener('error', failed);
        done();
      });
    });
    // an open connection of Prometheus does not keep the process alive
    this.server.unref();
  }

  /** The port that it listens on; 0 when it does not. */
  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? 0;
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
