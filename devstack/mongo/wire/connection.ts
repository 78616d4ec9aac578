import type { Socket } from 'node:net';
import { clock } from '../commands/admin.js';
import type { Server } from '../commands/context.js';
import { dispatch } from '../commands/dispatch.js';
import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { Binary, Long, asDoc } from '../values/types.js';
import { MAX_MESSAGE, ProtocolError, readRequest, writeReply } from './message.js';

/** Bytes that all connections together may have sent without a reply; a client that exceeds it is disconnected. */
const MAX_BUFFERED = 256 * 1024 * 1024;
let bufferedByAll = 0;

const NO_HASH = { hash: new Binary(Buffer.alloc(20), 0), keyId: new Long(0) };

/** Replies of sessions carry the logical time. */
const meta = (body: Doc): Doc => {
  if (body.lsid === undefined && body.$clusterTime === undefined) return {};
  const time = clock();
  return { operationTime: time, $clusterTime: { clusterTime: time, signature: NO_HASH } };
};

/** The messages of a client, each whole. Its socket is not read while one is handled. */
async function* messagesOf(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let wanted = 4;
  const count = (bytes: number): void => {
    buffered += bytes;
    bufferedByAll += bytes;
  };
  try {
    for await (const chunk of socket) {
      chunks.push(chunk);
      count(chunk.length);
      if (bufferedByAll > MAX_BUFFERED) throw new ProtocolError('too many bytes without a reply');
      while (buffered >= wanted) {
        const bytes = chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]!;
        chunks = [bytes];
        wanted = bytes.readInt32LE();
        if (wanted < 16 || wanted > MAX_MESSAGE) throw new ProtocolError(`message of ${wanted} bytes`);
        if (buffered < wanted) break;
        yield bytes.subarray(0, wanted);
        chunks = [bytes.subarray(wanted)];
        count(-wanted);
        wanted = 4;
      }
    }
  } finally {
    count(-buffered);
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
      // Until the client has taken it, so that replies do not accumulate here.
      await new Promise((resolve) => socket.write(bytes, resolve));
      clearTimeout(timer);
    }
  } catch (error) {
    // A broken connection or message, which Node and `ProtocolError` mark with a code, is the client's error: not logged.
    if (!('code' in (error as Error))) console.error(error);
  } finally {
    socket.destroy();
  }
};
