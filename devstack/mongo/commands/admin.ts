import { MongoError } from '../errors.js';
import { toBig } from '../values/arithmetic.js';
import { type Doc, MAX_DOCUMENT } from '../values/bson.js';
import { Int32, Long, ObjectId, Timestamp } from '../values/types.js';
import { MAX_MESSAGE } from '../wire/message.js';
import { type Context, sessionKey } from './context.js';

const VERSION = '7.0.14';
const ELECTION = new ObjectId('7fffffff0000000000000001');

let seconds = 0;
let increment = 0;

/** The logical time: grows with every reply that carries it. */
export const clock = (): Timestamp => {
  const now = Math.floor(Date.now() / 1000);
  if (now > seconds) [seconds, increment] = [now, 1];
  else increment++;
  return new Timestamp({ t: seconds, i: increment });
};

/** What a driver takes for the primary of a replica set of one. */
export const hello = ({ server, connection, name, body }: Context): Doc => {
  const me = `127.0.0.1:${server.port}`;
  const now = new Date();
  const opTime = { ts: clock(), t: new Long(1) };
  return {
    ...(body.helloOk ? { helloOk: true } : {}),
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    hosts: [me],
    setName: 'rs0',
    setVersion: 1,
    secondary: false,
    primary: me,
    me,
    electionId: ELECTION,
    lastWrite: { opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now },
    maxBsonObjectSize: MAX_DOCUMENT,
    maxMessageSizeBytes: MAX_MESSAGE,
    maxWriteBatchSize: 100_000,
    localTime: now,
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  };
};

export const buildInfo = (): Doc => ({
  version: VERSION,
  versionArray: [7, 0, 14, 0].map((part) => new Int32(part)),
  gitVersion: 'embedded',
  modules: [],
  storageEngines: ['lmdb'],
  bits: 64,
  debug: false,
  maxBsonObjectSize: MAX_DOCUMENT,
  ok: 1,
});

/** What clients ask of it: the version, and what there is here. */
export const serverStatus = (): Doc => ({
  version: VERSION,
  process: 'embedded store',
  pid: new Long(process.pid),
  uptime: process.uptime(),
  localTime: new Date(),
  storageEngine: { name: 'lmdb', persistent: true },
  ok: 1,
});

export const connectionStatus = (): Doc => ({
  authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
  ok: 1,
});

const sessionKeys = ({ body, name }: Context): string[] => {
  const ids = body[name];
  return Array.isArray(ids) ? ids.map(sessionKey) : [];
};

export const refreshSessions = (context: Context): Doc => {
  for (const key of sessionKeys(context)) context.server.sessions.get(key);
  return { ok: 1 };
};

/** Ends sessions with their transactions and cursors: those named, or all. */
export const endSessions = (context: Context): Doc => {
  const all = context.name === 'killAllSessions';
  context.server.sessions.end(all ? undefined : sessionKeys(context));
  return { ok: 1 };
};

export const configureFailPoint = ({ body, server }: Context): Doc => {
  if (!server.failPoints)
    throw new MongoError(59, "no such command: 'configureFailPoint' (start the store with --fail-points)");
  server.failPoints.configure(body);
  return { ok: 1 };
};

const ofTransaction = ({ session, body }: Context) => {
  if (!session || body.txnNumber === undefined)
    throw new MongoError(251, 'No transaction is given: lsid and txnNumber are missing');
  return { session, number: toBig(body.txnNumber) };
};

export const commitTransaction = async (context: Context): Promise<Doc> => {
  const { session, number } = ofTransaction(context);
  await context.server.sessions.commit(session, number);
  return { ok: 1 };
};

export const abortTransaction = (context: Context): Doc => {
  const { session, number } = ofTransaction(context);
  context.server.sessions.current(session, number);
  context.server.sessions.abort(session);
  return { ok: 1 };
};
