import { MongoError, codeNameOf } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, shown, toNumber } from '../values/types.js';
import { RawReply, type Reply } from '../wire/message.js';

/** Errors after which a whole transaction may be tried again. */
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
/** Errors after which a single write may be sent again. */
const RETRYABLE = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const endsTransaction = (name: string): boolean =>
  name === 'commitTransaction' || name === 'abortTransaction';
const isRetryableWrite = (body: Doc): boolean =>
  body.txnNumber !== undefined && body.autocommit === undefined;

/** Gives an error the labels that a replica set gives it. */
export const label = (error: MongoError, name: string, body: Doc): MongoError => {
  if (error.labelled) return error;
  const ends = endsTransaction(name);
  error.labels = error.labels.filter((each) => each !== 'TransientTransactionError');
  if (body.autocommit === false && (TRANSIENT.has(error.code) || (!ends && RETRYABLE.has(error.code)))) {
    error.label('TransientTransactionError');
  }
  if (RETRYABLE.has(error.code) && (ends || isRetryableWrite(body))) error.label('RetryableWriteError');
  return error;
};

/** What a write concern asks that one node cannot give: the write itself stands. */
const unmet = (body: Doc): Doc | undefined => {
  const w = asDoc(body.writeConcern)?.w;
  if (typeof w === 'string' && w !== 'majority') {
    const errmsg = `No write concern mode named '${w}' found in replica set configuration`;
    return { code: 79, codeName: codeNameOf(79), errmsg };
  }
  if (isNumber(w) && toNumber(w) > 1) {
    return { code: 100, codeName: codeNameOf(100), errmsg: 'Not enough data-bearing nodes' };
  }
  return undefined;
};

/** Refuses read and write concerns that mean nothing here. */
export const checkConcerns = (body: Doc): void => {
  const w = asDoc(body.writeConcern)?.w;
  if (isNumber(w) && (toNumber(w) > 50 || toNumber(w) < 0)) {
    throw new MongoError(
      9,
      `w has to be a non-negative number and not greater than 50; found: ${toNumber(w)}`,
    );
  }
  const level = asDoc(body.readConcern)?.level;
  if (level === undefined || ['local', 'available', 'majority', 'linearizable'].includes(level as string))
    return;
  if (level !== 'snapshot')
    throw new MongoError(9, `readConcern.level must be one of the known levels, not '${shown(level)}'`);
  if (body.autocommit !== false) {
    throw new MongoError(
      238,
      'readConcern level snapshot outside a transaction is not implemented by this store',
    );
  }
};

/** Adds the write concern error, real or asked for by a fail point, to a reply. */
export const addConcernError = (
  reply: Reply,
  name: string,
  body: Doc,
  failure: { writeConcernError?: Doc; labels?: string[] } | undefined,
): void => {
  const concern = failure?.writeConcernError ?? unmet(body);
  if (!concern || reply instanceof RawReply) return;
  reply.writeConcernError = concern;
  const retryable =
    RETRYABLE.has(toNumber(concern.code)) && (endsTransaction(name) || isRetryableWrite(body));
  const labels = failure?.labels ?? (retryable ? ['RetryableWriteError'] : []);
  if (labels.length > 0) reply.errorLabels = labels;
};
