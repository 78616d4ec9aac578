import type { Socket } from 'node:net';
import { clock } from '../commands/admin.js';
import type { Server } from '../commands/context.js';
import { dispatch } from '../commands/dispatch.js';
import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { Binary, Long, asDoc } from '../values/types.js';
import { MAX_MESSAGE, ProtocolError, readRequest, writeReply } from './message.js';

/** Bytes that all connections together may have sent without an answer; whoever goes beyond is disconnected. */
const MAX_HELD = 256 * 1024 * 1024;
let heldByAll = 0;

const NO_HASH = { hash: new Binary(Buffer.alloc(20), 0), keyId: new Long(0) };

/** Replies of sessions carry the logical time. */
const meta = (body: Doc): Doc => {
  if (body.lsid === undefined && body.$clusterTime === undefined) return {};
  const time = clock();
  return { operationTime: time, $clusterTime: { clusterTime: time, signature: NO_HASH } };
};

/** The messages of a client, each whole. Its socket rests while one is answered. */
async function* messagesOf(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  const hold = (bytes: number): void => {
    held += bytes;
    heldByAll += bytes;
  };
  try {
    for await (const chunk of socket) {
      chunks.push(chunk);
      hold(chunk.length);
      if (heldByAll > MAX_HELD) throw new ProtocolError('too many bytes without an answer');
      while (held >= wanted) {
        const bytes = chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]!;
        chunks = [bytes];
        wanted = bytes.readInt32LE();
        if (wanted < 16 || wanted > MAX_MESSAGE) throw new ProtocolError(`message of ${wanted} bytes`);
        if (held < wanted) break;
        yield bytes.subarray(0, wanted);
        chunks = [bytes.subarray(wanted)];
        hold(-wanted);
        wanted = 4;
      }
    }
  } finally {
    hold(-held);
  }
}

/** Serves one client until it goes. One that has not taken a reply after `slowReaderMs` is disconnected. */
export const serve = async (server: Server, socket: Socket, connection: number, slowReaderMs: number) => {
  let appName: string | undefined;
  try {
    for await (const message of messagesOf(socket)) {
      if (socket.destroyed) return;
      let bytes: Buffer;
      try {
        const { body, silent } = readRequest(message);
        const name = asDoc(asDoc(body.client)?.application)?.name;
        if (typeof name === 'string') appName = name;
        const reply = await dispatch(server, body, connection, appName);
        if (!reply) return;
        if (silent) continue;
        bytes = writeReply(message, reply, meta(body));
      } catch (error) {
        if (!(error instanceof MongoError)) throw error;
        bytes = writeReply(message, error.toReply(), {});
      }
      const timer = setTimeout(() => socket.destroy(), slowReaderMs);
      // Until the client has taken it, so that nothing piles up here.
      await new Promise((resolve) => socket.write(bytes, resolve));
      clearTimeout(timer);
    }
  } catch (error) {
    // A broken connection or message, which Node and `ProtocolError` mark with a code, is the client's affair.
    if (!('code' in (error as Error))) console.error(error);
  } finally {
    socket.destroy();
  }
};
