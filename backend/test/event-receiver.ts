import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver got it. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  /** The parsed body. */
  event: { id: string; type: string; subject: string; sequence: number; timestamp: string; data: unknown };
}

/** Responds to a request; without it, with 204. */
export type Respond = (
  response: ServerResponse,
  received: Received,
  request: IncomingMessage,
) => void | Promise<void>;

/** A program on loopback to which the shop sends events, and that can be unplugged. */
export interface Receiver {
  url: string;
  /** Every request with a body, as they came. */
  received: Received[];
  /** Those that it responded to with 2xx, of a subject or of all. */
  events(subject?: string): Received['event'][];
  respond: Respond;
  /** Resets every connection from now on. The port stays its own: another process could take a closed one. */
  unplug(): void;
  plug(): void;
  close(): Promise<void>;
}

export async function startReceiver(respond: Respond = (response) => void response.writeHead(204).end()) {
  const taken: Received['event'][] = [];
  const receiver: Receiver = {
    url: '',
    received: [],
    events: (subject) => (subject === undefined ? taken : taken.filter((event) => event.subject === subject)),
    respond,
    unplug() {
      isPlugged = false;
      server.closeAllConnections();
    },
    plug() {
      isPlugged = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  let isPlugged = true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = {
        headers: request.headers as Record<string, string>,
        body,
        event: JSON.parse(body) as Received['event'],
      };
      receiver.received.push(received);
      // it has the event once its response says so
      response.on('finish', () => response.statusCode < 300 && taken.push(received.event));
      void receiver.respond(response, received, request);
    });
  });
  server.on('connection', (socket) => isPlugged || socket.resetAndDestroy());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return receiver;
}
