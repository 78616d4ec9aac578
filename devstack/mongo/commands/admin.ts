import { hostname, totalmem } from 'node:os';
import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { Int32, Long, ObjectId, Timestamp, asDoc } from '../values/types.js';
import { MAX_MESSAGE } from '../wire/message.js';
import { type Context, type Server } from './context.js';
import { sessionKey } from './session-fields.js';

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
  const primary = name === 'hello' ? { isWritablePrimary: true } : { ismaster: true };
  return {
    ...(body.helloOk ? { helloOk: true } : {}),
    ...primary,
    hosts: [me],
    setName: 'rs0',
    setVersion: 1,
    secondary: false,
    primary: me,
    me,
    electionId: ELECTION,
    lastWrite: { opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now },
    maxBsonObjectSize: 16 * 1024 * 1024,
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
  javascriptEngine: 'none',
  bits: 64,
  debug: false,
  maxBsonObjectSize: 16 * 1024 * 1024,
  ok: 1,
});

export const ping = (): Doc => ({ ok: 1 });

export const serverStatus = ({ server }: Context): Doc => {
  const uptime = (Date.now() - server.started) / 1000;
  return {
    host: hostname(),
    version: VERSION,
    process: 'embedded store',
    pid: new Long(process.pid),
    uptime,
    localTime: new Date(),
    connections: { current: server.connections(), available: 1000 },
    mem: { resident: Math.round(process.memoryUsage.rss() / 2 ** 20), bits: 64 },
    storageEngine: { name: 'lmdb', persistent: true },
    ok: 1,
  };
};

export const hostInfo = (): Doc => ({
  system: { currentTime: new Date(), hostname: hostname(), memSizeMB: Math.round(totalmem() / 2 ** 20) },
  os: { type: process.platform },
  extra: {},
  ok: 1,
});

export const connectionStatus = (): Doc => ({
  authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
  ok: 1,
});

export const getParameter = ({ body }: Context): Doc => {
  const known: Doc = {
    enableTestCommands: false,
    featureCompatibilityVersion: { version: '7.0' },
    transactionLifetimeLimitSeconds: 60,
    authenticationMechanisms: [],
    requireApiVersion: false,
  };
  const names = Object.keys(body).filter((name) => name in known);
  const all = body.getParameter === '*' || asDoc(body.getParameter)?.allParameters === true;
  if (names.length === 0 && !all) throw new MongoError(72, 'no option found to get');
  return {
    ...Object.fromEntries((all ? Object.keys(known) : names).map((name) => [name, known[name]])),
    ok: 1,
  };
};

export const replSetGetStatus = ({ server }: Context): Doc => ({
  set: 'rs0',
  date: new Date(),
  myState: 1,
  term: new Long(1),
  members: [
    { _id: 0, name: `127.0.0.1:${server.port}`, health: 1, state: 1, stateStr: 'PRIMARY', self: true },
  ],
  ok: 1,
});

export const startSession = (): never => {
  throw new MongoError(
    238,
    'startSession is not implemented by this store: drivers make session ids themselves',
  );
};

export const refreshSessions = ({ body, server }: Context): Doc => {
  if (Array.isArray(body.refreshSessions))
    body.refreshSessions.forEach((id) => server.sessions.get(sessionKey(id)));
  return { ok: 1 };
};

const endThem = (server: Server, ids: unknown[]): Doc => {
  const keys = ids.map((id) => sessionKey(id));
  server.sessions.end(keys);
  keys.forEach((key) => server.cursors.killSession(key));
  return { ok: 1 };
};

export const endSessions = ({ body, server }: Context): Doc =>
  endThem(server, (body.endSessions ?? []) as unknown[]);

export const killSessions = ({ body, server }: Context): Doc =>
  endThem(server, (body.killSessions ?? []) as unknown[]);

export const killAllSessions = ({ server }: Context): Doc => {
  server.sessions.endAll();
  return { ok: 1 };
};

export const configureFailPoint = ({ body, server }: Context): Doc => {
  if (!server.failPoints) {
    throw new MongoError(
      59,
      "no such command: 'configureFailPoint' (it needs the store to be started with --fail-points)",
    );
  }
  server.failPoints.configure(body);
  return { ok: 1 };
};

export const commitTransaction = async ({ server, session, body }: Context): Promise<Doc> => {
  if (!session) throw new MongoError(251, 'Transaction numbers need a session');
  await server.sessions.commit(session, BigInt(String(body.txnNumber)));
  return { ok: 1 };
};

export const abortTransaction = ({ server, session, body }: Context): Doc => {
  if (!session) throw new MongoError(251, 'Transaction numbers need a session');
  server.sessions.current(session, BigInt(String(body.txnNumber)));
  server.sessions.abort(session);
  return { ok: 1 };
};
