import { setTimeout as wait } from 'node:timers/promises';
import { MongoError, ensure } from '../errors.js';
import { toBig } from '../values/arithmetic.js';
import { TimeLimit } from '../query/time-limit.js';
import type { Doc } from '../values/bson.js';
import { isNumber, toNumber, truthy } from '../values/types.js';
import { RawReply, type Reply } from '../wire/message.js';
import * as admin from './admin.js';
import * as collections from './collections.js';
import { addConcernError, checkConcerns, label } from './concerns.js';
import { Context, type Server, checkCollation, sessionKey } from './context.js';
import * as crud from './crud.js';
import * as indexes from './indexes.js';
import * as queries from './queries.js';
import { schema, validate } from './schema.js';

/** Fields that any command may have. */
const GENERIC =
  '$db lsid txnNumber autocommit startTransaction $clusterTime $readPreference readConcern writeConcern maxTimeMS:number comment collation apiVersion apiStrict apiDeprecationErrors';

/**
 * A command with its fields (see `schema`; `...` at the end: and any others), and whether it may run in a transaction, or
 * as a `write` retryably too.
 */
const command = (run: (context: Context) => Reply | Promise<Reply>, fields: string, where = '') => {
  const known = fields.replace(/ ?\.\.\.$/, '');
  return { run, where, schema: schema(`${GENERIC} ${known}`.trim()), closed: known === fields };
};
type Command = ReturnType<typeof command>;

const COMMANDS = new Map<string, Command>(
  Object.entries({
    find: command(
      queries.find,
      'filter:object sort:object projection:object hint skip:number limit:number batchSize:number singleBatch noCursorTimeout allowPartialResults allowDiskUse -let -max -min -returnKey -showRecordId -tailable -awaitData -oplogReplay -readOnce',
      'transaction',
    ),
    getMore: command(queries.getMore, 'collection:string! batchSize:number', 'transaction'),
    killCursors: command(queries.killCursors, 'cursors:array! ...', 'transaction'),
    count: command(queries.count, 'query:object limit skip:number hint fields'),
    distinct: command(queries.distinct, 'key:string! query:object hint', 'transaction'),
    aggregate: command(
      queries.aggregate,
      'pipeline:array! explain cursor:object allowDiskUse bypassDocumentValidation hint -let batchSize',
      'transaction',
    ),
    insert: command(crud.insert, 'documents:array! ordered bypassDocumentValidation', 'write'),
    update: command(crud.update, 'updates:array! ordered bypassDocumentValidation -let', 'write'),
    delete: command(crud.remove, 'deletes:array! ordered -let', 'write'),
    findAndModify: command(
      crud.findAndModify,
      'query:object sort:object remove update new fields:object upsert bypassDocumentValidation arrayFilters hint -let',
      'write',
    ),
    create: command(
      collections.create,
      '-capped -timeseries -viewOn -pipeline -clusteredIndex -encryptedFields -changeStreamPreAndPostImages -validator -expireAfterSeconds -storageEngine ...',
      'transaction',
    ),
    createIndexes: command(
      indexes.createIndexes,
      'indexes:array! commitQuorum ignoreUnknownIndexOptions',
      'transaction',
    ),
    listIndexes: command(indexes.listIndexes, 'cursor includeIndexBuildInfo'),
    dropIndexes: command(indexes.dropIndexes, 'index!'),
    drop: command(collections.drop, '...'),
    dropDatabase: command(collections.dropDatabase, '...'),
    listCollections: command(collections.listCollections, 'filter:object ...'),
    listDatabases: command(collections.listDatabases, 'filter:object ...'),
    explain: command(queries.explain, 'explain:object! verbosity'),
    commitTransaction: command(admin.endTransaction, '...', 'transaction'),
    abortTransaction: command(admin.endTransaction, '...', 'transaction'),
    hello: command(admin.hello, '...'),
    isMaster: command(admin.hello, '...'),
    ping: command(() => ({ ok: 1 }), '...'),
    buildInfo: command(admin.buildInfo, '...'),
    serverStatus: command(admin.serverStatus, '...'),
    refreshSessions: command(admin.sessions, '...'),
    endSessions: command(admin.sessions, '...'),
    killSessions: command(admin.sessions, '...'),
    killAllSessions: command(admin.sessions, '...'),
    configureFailPoint: command(admin.configureFailPoint, '...'),
  }),
);
/** Old spellings. */
const ALIASES = new Map(
  ['findAndModify', 'isMaster', 'buildInfo'].map((name) => [name.toLowerCase(), name] as const),
);

const checkFields = (name: string, body: Doc): void => {
  const known = COMMANDS.get(name);
  if (!known) return;
  checkCollation(body.collation);
  validate(body, name, known.schema, known.closed);
  if (name === 'explain') checkFields(Object.keys(body.explain as Doc)[0] ?? '', body.explain as Doc);
};

/** Finds the session, and the transaction or retryable write, that a command belongs to. */
const beginOrJoin = (context: Context, where: string): void => {
  const { body, server, name } = context;
  if (body.lsid !== undefined) context.session = server.sessions.get(sessionKey(body.lsid));
  const { session } = context;
  if (body.txnNumber === undefined) return;
  ensure(session, 72, 'Transaction number requires a session ID to also be specified');
  const number = toBig(body.txnNumber);
  if (body.autocommit === undefined) {
    ensure(where === 'write', 50768, `${name} is no retryable write command and takes no txnNumber`);
    context.retry = number;
  } else {
    ensure(body.autocommit === false, 72, "'autocommit' must be false in multi-document transactions");
    ensure(where, 263, `Cannot run '${name}' in a multi-document transaction.`);
    if (name === 'commitTransaction' || name === 'abortTransaction') return;
    context.txn = server.sessions[truthy(body.startTransaction) ? 'begin' : 'current'](session, number);
  }
};

const run = async (context: Context, { run: handle, where }: Command): Promise<Reply> => {
  let failed = true;
  try {
    beginOrJoin(context, where);
    checkFields(context.name, context.body);
    checkConcerns(context.body);
    const reply = await handle(context);
    failed = !(reply instanceof RawReply) && 'writeErrors' in reply;
    return reply;
  } finally {
    // Whatever fails ends its transaction.
    const { txn, session, server } = context;
    if (failed && txn && session?.txn === txn) server.sessions.abort(session);
  }
};

const asMongoError = (error: unknown): MongoError => {
  if (error instanceof MongoError) return error;
  if ((error as Error).name === 'BSONError') return new MongoError(22, (error as Error).message);
  console.error(error);
  return new MongoError(1, `Internal error: ${(error as Error).message}`);
};

/** Runs one command and returns its reply; undefined: close the connection instead. */
export const dispatch = async (
  server: Server,
  body: Doc,
  connection: number,
  appName?: string,
): Promise<Reply | undefined> => {
  const given = Object.keys(body)[0] ?? '';
  const name = ALIASES.get(given) ?? given;
  const { maxTimeMS, $db: db } = body;
  try {
    const known = COMMANDS.get(name);
    ensure(known, 59, `no such command: '${given}'`);
    ensure(typeof db === 'string', 40414, "BSON field '$db' is missing but a required field");
    if (name !== given) {
      body[name] = body[given];
      delete body[given];
    }
    const time = new TimeLimit((isNumber(maxTimeMS) && toNumber(maxTimeMS)) || Infinity);
    const context = new Context(server, body, name, db, connection, time);
    const failure = server.failPoints?.strike(name, appName);
    if (failure?.block) await wait(failure.block);
    if (failure?.close) return undefined;
    if (failure?.error) throw failure.error;
    const reply = await run(context, known);
    addConcernError(reply, name, body, failure);
    return reply;
  } catch (error) {
    return label(asMongoError(error), name, body).toReply();
  }
};
