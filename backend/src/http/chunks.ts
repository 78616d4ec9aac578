import type { IncomingMessage } from 'node:http';
import { cut } from './cut.js';

/** From so many chunks on it is looked how small they are. */
const MANY = 200;
/** Chunks are at least so large on the average, in bytes: each costs about as much as some kilobytes. */
const LEAST = 64;

/** Cuts the connection of a request whose body comes in a great many tiny chunks. */
export function refuseTinyChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks > MANY && bytes < chunks * LEAST) {
      cut(request.socket);
      request.push = () => true;
      return true;
    }
    return push(chunk, encoding);
  };
}
