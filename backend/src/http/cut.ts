import type { Socket } from 'node:net';

/** Node's parser of a connection's requests, which its sockets have and its types do not tell. */
interface Parsed {
  parser?: { pause?: () => void } | null;
}

/** Closes a connection at once. What was read from it already is not parsed any more, where Node lets its parser be stopped. */
export function cut(socket: Socket): void {
  (socket as Socket & Parsed).parser?.pause?.();
  socket.destroy();
}
