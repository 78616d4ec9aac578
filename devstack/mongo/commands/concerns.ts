import { MongoError, codeNameOf, ensure, notImplemented } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, shown, toNumber } from '../values/types.js';
import { RawReply, type Reply } from '../wire/message.js';
import type { Failure } from './fail-points.js';

/** Errors after which a whole transaction may be tried again. */
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
/** Errors after which a single write may be sent again. */
const RETRYABLE = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const LEVELS = [undefined, 'local', 'available', 'majority', 'linearizable', 'snapshot'];

const endsTransaction = (name: string): boolean => /^(commit|abort)Transaction$/.test(name);
const retryLabel = (name: string, { txnNumber, autocommit }: Doc, code: number): string[] =>
  RETRYABLE.has(code) && (endsTransaction(name) || (txnNumber !== undefined && autocommit === undefined))
    ? ['RetryableWriteError']
    : [];

/** Gives an error the labels that a replica set gives it. */
export const label = (error: MongoError, name: string, body: Doc): MongoError => {
  if (error.labelled) return error;
  const transient = TRANSIENT.has(error.code) || (!endsTransaction(name) && RETRYABLE.has(error.code));
  const own = body.autocommit === false && transient ? ['TransientTransactionError'] : [];
  error.labels = [...own, ...retryLabel(name, body, error.code)];
  return error;
};

/** Refuses read and write concerns that mean nothing here. */
export const checkConcerns = ({ writeConcern, readConcern, autocommit }: Doc): void => {
  const w = toNumber(asDoc(writeConcern)?.w);
  ensure(!(w > 50 || w < 0), 9, `w has to be a non-negative number and not greater than 50; found: ${w}`);
  const level = asDoc(readConcern)?.level;
  if (level === 'snapshot' && autocommit !== false)
    throw notImplemented('readConcern level snapshot outside a transaction');
  ensure(LEVELS.includes(level as string), 9, `unknown readConcern.level ${shown(level)}`);
};

const writeError = (code: number, errmsg: string): Doc => ({ code, codeName: codeNameOf(code), errmsg });

/** What a write concern asks that one node cannot give: the write itself stands. */
const unmet = (body: Doc): Doc | undefined => {
  const w = asDoc(body.writeConcern)?.w;
  if (typeof w === 'string' && w !== 'majority')
    return writeError(79, `No write concern mode named '${w}' found in replica set configuration`);
  return isNumber(w) && toNumber(w) > 1 ? writeError(100, 'Not enough data-bearing nodes') : undefined;
};

/** Adds the write concern error, real or from a fail point, to a reply. */
export const addConcernError = (reply: Reply, name: string, body: Doc, failure?: Failure): void => {
  const concern = failure?.writeConcernError ?? unmet(body);
  if (!concern || reply instanceof RawReply) return;
  reply.writeConcernError = concern;
  const labels = failure?.labels ?? retryLabel(name, body, toNumber(concern.code));
  if (labels.length > 0) reply.errorLabels = labels;
};
