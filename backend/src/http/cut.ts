import type { Socket } from 'node:net';
import { Pace } from '../common/pace.js';

/** Node's parser of a connection's requests, which its sockets have and its types do not tell. */
interface Parsed {
  parser?: { onIncoming?: () => number } | null;
}

/** What the parser is told of a request that leaves HTTP: it reads nothing after it. */
const NO_MORE_HTTP = 2;

/** Whoever is cut waits so many ms behind the one before, and so does its next connection. */
const CUT_MS = 20;

const pace = new Pace(8, CUT_MS);
const isCut = new WeakSet<Socket>();

/** Whether nothing more is done for this connection. */
export const isGone = (socket: Socket): boolean => socket.destroyed || isCut.has(socket);

/**
 * Closes a connection when its turn comes, and reads no more of it: of the hundreds of requests in one read each would be
 * made, and then aborted with an error of its own, which takes fifty times as long as the rest.
 */
export function cut(socket: Socket): void {
  if (isGone(socket)) return;
  isCut.add(socket);
  const { parser } = socket as Socket & Parsed;
  if (parser) parser.onIncoming = () => NO_MORE_HTTP;
  socket.pause();
  // the end of an answer that is under way would read on
  socket.resume = () => socket;
  pace.take(
    () => socket.destroy(),
    () => socket.destroyed,
  );
}
