import { ensure } from '../errors.js';
import { toBig } from '../values/arithmetic.js';
import { type Doc, MAX_DOCUMENT } from '../values/bson.js';
import { Int32, Long, ObjectId, Timestamp } from '../values/types.js';
import { MAX_MESSAGE } from '../wire/message.js';
import { type Context, sessionKey } from './context.js';

const VERSION = '7.0.14';
const REPLICA_SET = { setName: 'rs0', setVersion: 1, electionId: new ObjectId('7fffffff0000000000000001') };
const MAX = { maxBsonObjectSize: MAX_DOCUMENT, maxMessageSizeBytes: MAX_MESSAGE, maxWriteBatchSize: 100_000 };
const WIRE = { minWireVersion: 0, maxWireVersion: 21, logicalSessionTimeoutMinutes: 30, readOnly: false };

let last = 0n;

/** The logical time, seconds and a counter: grows with every reply that carries it. */
export const clock = (): Timestamp => {
  const now = BigInt(Math.floor(Date.now() / 1000)) << 32n;
  last = last < now ? now + 1n : last + 1n;
  return new Timestamp(last);
};

/** What a driver takes for the primary of a replica set of one. */
export const hello = ({ server, connection: connectionId, name, body }: Context): Doc => {
  const me = `${server.host}:${server.port}`;
  const now = new Date();
  const opTime = { ts: clock(), t: new Long(1) };
  const lastWrite = { opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now };
  const set = { secondary: false, hosts: [me], primary: me, me, ...REPLICA_SET, lastWrite };
  const writable = { [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true };
  const helloOk = body.helloOk ? { helloOk: true } : {};
  return { ...helloOk, ...writable, ...set, ...MAX, ...WIRE, localTime: now, connectionId, ok: 1 };
};

export const buildInfo = (): Doc => {
  const versionArray = [7, 0, 14, 0].map((part) => new Int32(part));
  return { version: VERSION, versionArray, modules: [], bits: 64, debug: false, ...MAX, ok: 1 };
};

/** What clients ask of it: the version. */
export const serverStatus = (): Doc => ({ version: VERSION, uptime: process.uptime(), ok: 1 });

/** Ends sessions with their transactions and cursors, or keeps them alive: those named, or all. */
export const sessions = ({ server, body, name }: Context): Doc => {
  const keys = Array.isArray(body[name]) ? body[name].map(sessionKey) : [];
  if (name !== 'refreshSessions') server.sessions.end(name === 'killAllSessions' ? undefined : keys);
  else for (const key of keys) server.sessions.get(key);
  return { ok: 1 };
};

export const configureFailPoint = ({ body, server }: Context): Doc => {
  ensure(server.failPoints, 59, "no such command: 'configureFailPoint' (start the store with --fail-points)");
  server.failPoints.configure(body);
  return { ok: 1 };
};

export const endTransaction = async ({ server, session, body, name }: Context): Promise<Doc> => {
  ensure(session && body.txnNumber !== undefined, 251, 'lsid and txnNumber of a transaction are missing');
  const number = toBig(body.txnNumber);
  if (name === 'commitTransaction') await server.sessions.commit(session, number);
  else if (server.sessions.current(session, number)) server.sessions.abort(session);
  return { ok: 1 };
};
