import { setTimeout as wait } from 'node:timers/promises';
import { MongoError } from '../errors.js';
import { toBig } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { isNumber, toNumber, truthy } from '../values/types.js';
import { RawReply, type Reply } from '../wire/message.js';
import * as admin from './admin.js';
import { aggregate } from './aggregate.js';
import { addConcernError, checkConcerns, label } from './concerns.js';
import * as collections from './collections.js';
import type { Context, Server } from './context.js';
import * as crud from './crud.js';
import { explain } from './explain.js';
import * as indexes from './indexes.js';
import * as queries from './queries.js';
import { sessionKey } from './session-fields.js';

interface Command {
  run: (context: Context) => Reply | Promise<Reply>;
  /** Allowed in a transaction. */
  txn?: boolean;
  write?: boolean;
  /** A write whose `txnNumber` without a transaction makes it retryable. */
  retryable?: boolean;
  /** Fields it takes; absent: not checked. */
  fields?: string;
}

const COMMANDS: Record<string, Command> = {
  find: {
    run: queries.find,
    txn: true,
    fields:
      'filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId tailable awaitData oplogReplay noCursorTimeout allowPartialResults collation allowDiskUse let ntoreturn snapshot maxScan readOnce',
  },
  getMore: { run: queries.getMore, txn: true, fields: 'collection batchSize' },
  killCursors: { run: queries.killCursors, txn: true },
  count: { run: queries.count, fields: 'query limit skip hint collation fields' },
  distinct: { run: queries.distinct, txn: true, fields: 'key query collation hint' },
  aggregate: {
    run: aggregate,
    txn: true,
    fields: 'pipeline explain cursor allowDiskUse bypassDocumentValidation collation hint let batchSize',
  },
  insert: {
    run: crud.insert,
    txn: true,
    write: true,
    retryable: true,
    fields: 'documents ordered bypassDocumentValidation',
  },
  update: {
    run: crud.update,
    txn: true,
    write: true,
    retryable: true,
    fields: 'updates ordered bypassDocumentValidation let',
  },
  delete: { run: crud.remove, txn: true, write: true, retryable: true, fields: 'deletes ordered let' },
  findAndModify: {
    run: crud.findAndModify,
    txn: true,
    write: true,
    retryable: true,
    fields:
      'query sort remove update new fields upsert bypassDocumentValidation collation arrayFilters hint let',
  },
  create: { run: collections.create, txn: true, write: true },
  createIndexes: {
    run: indexes.createIndexes,
    txn: true,
    write: true,
    fields: 'indexes commitQuorum ignoreUnknownIndexOptions',
  },
  listIndexes: { run: indexes.listIndexes, fields: 'cursor includeIndexBuildInfo' },
  dropIndexes: { run: indexes.dropIndexes, write: true, fields: 'index' },
  collMod: { run: collections.collMod, write: true },
  drop: { run: collections.drop, write: true },
  dropDatabase: { run: collections.dropDatabase, write: true },
  renameCollection: { run: collections.renameCollection, write: true },
  listCollections: { run: collections.listCollections },
  listDatabases: { run: collections.listDatabases },
  collStats: { run: collections.collStats },
  validate: { run: collections.validate },
  explain: { run: explain },
  commitTransaction: { run: admin.commitTransaction, txn: true },
  abortTransaction: { run: admin.abortTransaction, txn: true },
  hello: { run: admin.hello },
  ismaster: { run: admin.hello },
  isMaster: { run: admin.hello },
  ping: { run: admin.ping },
  buildInfo: { run: admin.buildInfo },
  buildinfo: { run: admin.buildInfo },
  serverStatus: { run: admin.serverStatus },
  hostInfo: { run: admin.hostInfo },
  connectionStatus: { run: admin.connectionStatus },
  getParameter: { run: admin.getParameter },
  replSetGetStatus: { run: admin.replSetGetStatus },
  refreshSessions: { run: admin.refreshSessions },
  endSessions: { run: admin.endSessions },
  killSessions: { run: admin.killSessions },
  killAllSessions: { run: admin.killAllSessions },
  configureFailPoint: { run: admin.configureFailPoint },
};
const ALIASES: Record<string, string> = { findandmodify: 'findAndModify', deleteIndexes: 'dropIndexes' };

/** Fields that any command may have. */
const GENERIC = new Set(
  '$db lsid txnNumber autocommit startTransaction $clusterTime $readPreference readConcern writeConcern maxTimeMS comment stmtId stmtIds apiVersion apiStrict apiDeprecationErrors $audit $client maxTimeMSOpOnly'.split(
    ' ',
  ),
);
const FIELDS = new Map(
  Object.entries(COMMANDS).flatMap(([name, { fields }]) =>
    fields ? [[name, new Set(fields.split(' '))] as const] : [],
  ),
);

export interface Caller {
  connection: number;
  appName: string | undefined;
}

/** The reply that a client gets, and whether the connection is to be closed instead. */
export interface Answer {
  reply: Reply;
  close?: boolean;
}

const checkFields = (name: string, body: Doc): void => {
  const known = FIELDS.get(name);
  if (!known) return;
  for (const field of Object.keys(body).slice(1)) {
    if (!known.has(field) && !GENERIC.has(field))
      throw new MongoError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
};

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
  if (!command.txn) {
    if (name === 'count')
      throw new MongoError(
        263,
        "Cannot run 'count' in a multi-document transaction. Please see http://dochub.mongodb.org/core/transaction-count for a recommended alternative.",
      );
    throw new MongoError(263, `Cannot run '${name}' in a multi-document transaction.`);
  }
  context.txn = truthy(body.startTransaction)
    ? server.sessions.begin(session, number)
    : server.sessions.current(session, number);
};

const run = async (context: Context, command: Command): Promise<Reply> => {
  try {
    beginOrJoin(context, command);
    checkFields(context.name, context.body);
    checkConcerns(context.body);
    const reply = await command.run(context);
    // Any failed write ends its transaction.
    if (context.txn && !(reply instanceof RawReply) && 'writeErrors' in reply)
      context.server.sessions.abort(context.session!);
    return reply;
  } catch (error) {
    if (context.txn && context.session) context.server.sessions.abort(context.session);
    throw error;
  }
};

const asMongoError = (error: unknown): MongoError => {
  if (error instanceof MongoError) return error;
  if ((error as Error).name === 'BSONError') return new MongoError(22, (error as Error).message);
  console.error(error);
  return new MongoError(1, `Internal error: ${(error as Error).message}`);
};

export const dispatch = async (server: Server, body: Doc, caller: Caller): Promise<Answer> => {
  const given = Object.keys(body)[0] ?? '';
  const name = ALIASES[given] ?? given;
  let context: Context | undefined;
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new MongoError(59, `no such command: '${given}'`);
    if (typeof body.$db !== 'string')
      throw new MongoError(40414, "BSON field '$db' is missing but a required field");
    if (name !== given) body[name] = body[given];
    const limit = isNumber(body.maxTimeMS) && name !== 'getMore' ? toNumber(body.maxTimeMS) : 0;
    context = {
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
    if (failure?.close) return { reply: {}, close: true };
    if (failure?.error) {
      throw failure.error;
    }
    const reply = await run(context, command);
    addConcernError(reply, name, body, failure);
    return { reply };
  } catch (error) {
    return { reply: label(asMongoError(error), name, body).toReply() };
  }
};
