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
  unplug(): Promise<void>;
  plug(): Promise<void>;
}

export async function startReceiver(respond: Respond = (response) => void response.writeHead(204).end()) {
  const taken: Received['event'][] = [];
  const receiver: Receiver = {
    url: '',
    received: [],
    events: (subject) => (subject === undefined ? taken : taken.filter((event) => event.subject === subject)),
    respond,
    async unplug() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    plug: () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done)),
  };
  let port = 0;
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
  await receiver.plug();
  port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${port}/events`;
  return receiver;
}
