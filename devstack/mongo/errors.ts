/** MongoDB's error codes, as far as this store answers with them. */
const NAMES: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  79: 'UnknownReplWriteConcern',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  121: 'DocumentValidationFailure',
  125: 'CommandFailed',
  146: 'ExceededMemoryLimit',
  165: 'ViewDepthLimitExceeded',
  168: 'InvalidPipelineOperator',
  197: 'InvalidIndexSpecificationOption',
  217: 'IncompleteTransactionHistory',
  225: 'TransactionTooOld',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  244: 'TransactionTooLargeForCache',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  276: 'IndexBuildAborted',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  13388: 'StaleConfig',
  14031: 'OutOfDiskSpace',
};

/** The document of an error as a command reply or a write error carries it. */
export class MongoError extends Error {
  labels: string[] = [];
  /** The labels are given: none is to be added. */
  labelled = false;

  constructor(
    readonly code: number,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return NAMES[this.code] ?? `Location${this.code}`;
  }

  label(...labels: string[]): this {
    this.labels.push(...labels);
    return this;
  }

  toReply(): Record<string, unknown> {
    const reply: Record<string, unknown> = {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      ...this.extra,
    };
    if (this.labels.length > 0) reply.errorLabels = this.labels;
    return reply;
  }

  toWriteError(index: number): Record<string, unknown> {
    return { index, code: this.code, errmsg: this.message, ...this.extra };
  }
}

export const bad = (message: string) => new MongoError(2, message);
export const failedToParse = (message: string) => new MongoError(9, message);
export const typeMismatch = (message: string) => new MongoError(14, message);

export const writeConflict = () =>
  new MongoError(
    112,
    'Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
  ).label('TransientTransactionError');
export const codeNameOf = (code: number): string => NAMES[code] ?? `Location${code}`;
