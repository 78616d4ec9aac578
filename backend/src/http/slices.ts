import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { noteRead } from './heads.js';

/** How much of a read is parsed at first, in bytes, before it is looked whether the connection is cut; then twice as much, and so on. */
const FIRST = 2 * 1024;

type Parse = (data: Buffer) => void;

/**
 * Hands what is read of a connection to Node's parser in slices. A read has up to 64 KB, which can be ten thousand chunks
 * or a thousand requests; as it is, nothing ends their parsing, though the first few show that the connection is to be cut.
 */
export function parseInSlices(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data') as Parse[];
    if (!parse) throw new Error('Node reads requests in another way now.');
    socket.off('data', parse);
    socket.on('data', (data: Buffer) => {
      for (let at = 0, size = FIRST; at < data.length; at += size, size *= 2) {
        if (socket.destroyed) return;
        // whoever pauses it wants no more for now, or for ever
        if (socket.isPaused()) return socket.unshift(data.subarray(at));
        const slice = data.subarray(at, at + size);
        parse(slice);
        noteRead(socket, slice);
      }
    });
  });
}
