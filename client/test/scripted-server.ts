import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** A response with a JSON body, a problem from status 400. */
export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) => {
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
  };

/** Ends the connection without a response. */
export const cut: Reply = (response) => void response.destroy();

/** Never responds. */
export const hang: Reply = () => undefined;

/** A server that gives the replies of `script` in turn, the last one again and again, and keeps what it was sent. */
export async function startScripted() {
  const received: Received[] = [];
  let script: Reply[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString(), at: Date.now() });
    const reply = script.length > 1 ? script.shift()! : script[0]!;
    reply(response, request);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Sets the replies, and forgets what was received. */
    replies(...replies: Reply[]): void {
      script = replies;
      received.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
