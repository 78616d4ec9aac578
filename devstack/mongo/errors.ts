/** MongoDB's names of the error codes that this store returns. */
const NAMES = new Map(
  `1 InternalError, 2 BadValue, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 15 Overflow, 16 InvalidLength, 22 InvalidBSON,
  26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 40 ConflictingUpdateOperators, 43 CursorNotFound,
  48 NamespaceExists, 50 MaxTimeMSExpired, 52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField,
  56 EmptyFieldName, 59 CommandNotFound, 66 ImmutableField, 67 CannotCreateIndex, 72 InvalidOptions,
  73 InvalidNamespace, 79 UnknownReplWriteConcern, 85 IndexOptionsConflict, 86 IndexKeySpecsConflict,
  100 UnsatisfiableWriteConcern, 112 WriteConflict, 168 InvalidPipelineOperator, 171 CannotIndexParallelArrays,
  197 InvalidIndexSpecificationOption, 225 TransactionTooOld, 238 NotImplemented, 241 ConversionFailure,
  244 TransactionTooLargeForCache, 246 SnapshotUnavailable, 251 NoSuchTransaction, 256 TransactionCommitted,
  263 OperationNotSupportedInTransaction, 276 IndexBuildAborted, 292 QueryExceededMemoryLimitNoDiskUseAllowed,
  10334 BSONObjectTooLarge, 11000 DuplicateKey, 11600 InterruptedAtShutdown, 11601 Interrupted, 14031 OutOfDiskSpace`
    .split(',')
    .map((entry) => entry.trim().split(' ') as [string, string]),
);

export const codeNameOf = (code: number): string => NAMES.get(String(code)) ?? `Location${code}`;

/** An error for the client, with MongoDB's code and the labels of a replica set. */
export class MongoError extends Error {
  labels: string[] = [];
  /** The labels are set already: add none. */
  labelled = false;

  constructor(
    readonly code: number,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
  }

  toReply(): Record<string, unknown> {
    const { code, extra, labels, message: errmsg } = this;
    const errorLabels = labels.length > 0 ? { errorLabels: labels } : {};
    return { ok: 0, errmsg, code, codeName: codeNameOf(code), ...extra, ...errorLabels };
  }

  toWriteError(index: number): Record<string, unknown> {
    return { index, code: this.code, errmsg: this.message, ...this.extra };
  }
}

export const bad = (message: string) => new MongoError(2, message);
export const failedToParse = (message: string) => new MongoError(9, message);
/** Throws a MongoError unless the condition holds. */
export function ensure(holds: unknown, code: number, message: string): asserts holds {
  if (!holds) throw new MongoError(code, message);
}
/** What MongoDB has and this store does not. */
export const notImplemented = (what: string) =>
  new MongoError(238, `${what} is not implemented by this store`);
export const writeConflict = () =>
  new MongoError(112, 'Write conflict: please retry your operation or multi-document transaction.');
