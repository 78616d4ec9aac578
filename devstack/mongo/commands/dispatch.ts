import { setTimeout as wait } from 'node:timers/promises';
import { MongoError, notImplemented } from '../errors.js';
import { toBig } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber, truthy } from '../values/types.js';
import { RawReply, type Reply } from '../wire/message.js';
import * as admin from './admin.js';
import { aggregate } from './aggregate.js';
import { addConcernError, checkConcerns, label } from './concerns.js';
import * as collections from './collections.js';
import { type Context, type Server, checkCollation, sessionKey } from './context.js';
import * as crud from './crud.js';
import { explain } from './explain.js';
import * as indexes from './indexes.js';
import * as queries from './queries.js';

interface Command {
  run: (context: Context) => Reply | Promise<Reply>;
  /** Allowed in a transaction. */
  txn?: boolean;
  /** A write whose `txnNumber` without a transaction makes it retryable. */
  retryable?: boolean;
  /** Fields it takes; absent: not checked. */
  fields?: string;
  /** Fields that MongoDB takes and this store does not: refused unless they ask for nothing. */
  missing?: string;
}

const write = { txn: true, retryable: true };

const COMMANDS: Record<string, Command> = {
  find: {
    run: queries.find,
    txn: true,
    fields:
      'filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowPartialResults allowDiskUse let',
    missing: 'max min returnKey showRecordId tailable awaitData oplogReplay readOnce',
  },
  getMore: { run: queries.getMore, txn: true, fields: 'collection batchSize' },
  killCursors: { run: queries.killCursors, txn: true },
  count: { run: queries.count, fields: 'query limit skip hint fields' },
  distinct: { run: queries.distinct, txn: true, fields: 'key query hint' },
  aggregate: {
    run: aggregate,
    txn: true,
    fields: 'pipeline explain cursor allowDiskUse bypassDocumentValidation hint let batchSize',
  },
  insert: { run: crud.insert, ...write, fields: 'documents ordered bypassDocumentValidation' },
  update: { run: crud.update, ...write, fields: 'updates ordered bypassDocumentValidation let' },
  delete: { run: crud.remove, ...write, fields: 'deletes ordered let' },
  findAndModify: {
    run: crud.findAndModify,
    ...write,
    fields: 'query sort remove update new fields upsert bypassDocumentValidation arrayFilters hint let',
  },
  create: {
    run: collections.create,
    txn: true,
    missing:
      'capped timeseries viewOn pipeline clusteredIndex encryptedFields changeStreamPreAndPostImages validator expireAfterSeconds storageEngine',
  },
  collMod: {
    run: collections.collMod,
    fields: 'index',
    missing:
      'validator validationLevel validationAction viewOn pipeline expireAfterSeconds timeseries changeStreamPreAndPostImages cappedSize cappedMax',
  },
  createIndexes: {
    run: indexes.createIndexes,
    txn: true,
    fields: 'indexes commitQuorum ignoreUnknownIndexOptions',
  },
  listIndexes: { run: indexes.listIndexes, fields: 'cursor includeIndexBuildInfo' },
  dropIndexes: { run: indexes.dropIndexes, fields: 'index' },
  drop: { run: collections.drop },
  dropDatabase: { run: collections.dropDatabase },
  listCollections: { run: collections.listCollections },
  listDatabases: { run: collections.listDatabases },
  validate: { run: collections.validate },
  explain: { run: explain },
  commitTransaction: { run: admin.commitTransaction, txn: true },
  abortTransaction: { run: admin.abortTransaction, txn: true },
  hello: { run: admin.hello },
  isMaster: { run: admin.hello },
  ping: { run: () => ({ ok: 1 }) },
  buildInfo: { run: admin.buildInfo },
  serverStatus: { run: admin.serverStatus },
  connectionStatus: { run: admin.connectionStatus },
  refreshSessions: { run: admin.refreshSessions },
  endSessions: { run: admin.endSessions },
  killSessions: { run: admin.endSessions },
  killAllSessions: { run: admin.endSessions },
  configureFailPoint: { run: admin.configureFailPoint },
};
const ALIASES = new Map([
  ['findandmodify', 'findAndModify'],
  ['ismaster', 'isMaster'],
  ['buildinfo', 'buildInfo'],
]);

/** Fields that any command may have. */
const GENERIC =
  '$db lsid txnNumber autocommit startTransaction $clusterTime $readPreference readConcern writeConcern maxTimeMS comment collation stmtId stmtIds apiVersion apiStrict apiDeprecationErrors';

const asksForNothing = (value: unknown): boolean => {
  const doc = asDoc(value);
  return doc ? Object.keys(doc).length === 0 : value === undefined || value === null || !truthy(value);
};

const checkFields = ({ name, body }: Context, { fields, missing = '' }: Command): void => {
  checkCollation(body.collation);
  for (const field of missing.split(' ')) {
    if (!asksForNothing(body[field])) throw notImplemented(`The option '${field}' of ${name}`);
  }
  if (fields === undefined) return;
  const known = new Set(`${name} ${fields} ${missing} ${GENERIC}`.split(' '));
  const unknown = Object.keys(body).find((field) => !known.has(field));
  if (unknown) throw new MongoError(40415, `BSON field '${name}.${unknown}' is an unknown field.`);
};

/** Finds the session, and the transaction or retryable write, that a command belongs to. */
const beginOrJoin = (context: Context, command: Command): void => {
  const { body, server, name } = context;
  if (body.lsid !== undefined) context.session = server.sessions.get(sessionKey(body.lsid));
  const { session } = context;
  if (body.txnNumber === undefined) return;
  if (!session) throw new MongoError(72, 'Transaction number requires a session ID to also be specified');
  const number = toBig(body.txnNumber);
  if (body.autocommit === undefined) {
    if (!command.retryable)
      throw new MongoError(
        50768,
        `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${name} is not a retryable write command.`,
      );
    context.retry = number;
    return;
  }
  if (body.autocommit !== false)
    throw new MongoError(72, "'autocommit' field must be set to false in multi-document transactions");
  if (name === 'commitTransaction' || name === 'abortTransaction') return;
  if (!command.txn) throw new MongoError(263, `Cannot run '${name}' in a multi-document transaction.`);
  context.txn = truthy(body.startTransaction)
    ? server.sessions.begin(session, number)
    : server.sessions.current(session, number);
};

const run = async (context: Context, command: Command): Promise<Reply> => {
  try {
    beginOrJoin(context, command);
    checkFields(context, command);
    checkConcerns(context.body);
    const reply = await command.run(context);
    // Any failed write ends its transaction.
    if (context.txn && !(reply instanceof RawReply) && 'writeErrors' in reply)
      context.server.sessions.abort(context.session!);
    return reply;
  } catch (error) {
    if (context.txn && context.session?.txn === context.txn) context.server.sessions.abort(context.session);
    throw error;
  }
};

const asMongoError = (error: unknown): MongoError => {
  if (error instanceof MongoError) return error;
  if ((error as Error).name === 'BSONError') return new MongoError(22, (error as Error).message);
  console.error(error);
  return new MongoError(1, `Internal error: ${(error as Error).message}`);
};

export interface Caller {
  connection: number;
  appName: string | undefined;
}

/** Answers one command; undefined: the connection is to be closed instead. */
export const dispatch = async (server: Server, body: Doc, caller: Caller): Promise<Reply | undefined> => {
  const given = Object.keys(body)[0] ?? '';
  const name = ALIASES.get(given) ?? given;
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new MongoError(59, `no such command: '${given}'`);
    if (typeof body.$db !== 'string')
      throw new MongoError(40414, "BSON field '$db' is missing but a required field");
    if (name !== given) {
      body[name] = body[given];
      delete body[given];
    }
    const limit = isNumber(body.maxTimeMS) && name !== 'getMore' ? toNumber(body.maxTimeMS) : 0;
    const context: Context = {
      server,
      store: server.store,
      body,
      name,
      db: body.$db,
      connection: caller.connection,
      session: undefined,
      txn: undefined,
      retry: undefined,
      deadline: limit > 0 ? Date.now() + limit : Infinity,
    };
    const failure = server.failPoints?.strike(name, caller.appName);
    if (failure?.block) await wait(failure.block);
    if (failure?.close) return undefined;
    if (failure?.error) throw failure.error;
    const reply = await run(context, command);
    addConcernError(reply, name, body, failure);
    return reply;
  } catch (error) {
    return label(asMongoError(error), name, body).toReply();
  }
};
