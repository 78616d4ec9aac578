import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Logger as NestLogger, PinoLogger } from 'nestjs-pino';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from '../common/redact.js';

const SENSITIVE = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'apiKey',
];
/** Sensitive members at the top of a log line and down to two levels under it. */
const REDACTED = SENSITIVE.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** An error without the request or connection that libraries attach to theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: redact(message),
    ...(code !== undefined && { code }),
    ...(stack && { stack: redact(stack) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** Nest names each module and route at start: for debugging only. */
const STARTUP_CONTEXTS = new Set<unknown>(['InstanceLoader', 'RouterExplorer', 'RoutesResolver']);

/** How long a line waits for others; what is left is written when the process exits. */
const FLUSH_MS = 100;

/** Written in blocks and in the background, so that a request does not wait for whoever reads the log. */
function toStandardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, minLength: 8_192 });
  setInterval(() => output.flush(), FLUSH_MS).unref();
  return output;
}

/** The process's log: one JSON object per line, on standard output. */
export const createLog = (
  level: string,
  destination?: DestinationStream,
  /** Members of every line, such as the trace that it belongs to. */
  mixin?: () => Record<string, string>,
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, msg: redact },
      ...(mixin && { mixin }),
      redact: { paths: REDACTED, censor: '[secret]' },
      hooks: {
        logMethod(args, method, levelNumber) {
          const { context } = args[0] as { context?: unknown };
          if (levelNumber === 30 && STARTUP_CONTEXTS.has(context)) this.debug(...args);
          else method.apply(this, args);
        },
      },
    },
    destination ?? toStandardOutput(),
  );

/** Writes to its own log: nestjs-pino keeps the first one of a process for all its loggers. */
class OwnLogger extends PinoLogger {
  constructor(private readonly log: Logger) {
    super({ pinoHttp: { logger: log, wrapSerializers: false } });
  }

  override get logger(): Logger {
    return this.log;
  }
}

/** Nest's logger on that log. */
export const createNestLogger = (log: Logger): NestLogger => new NestLogger(new OwnLogger(log), {});

const VALID_ID = /^[\w.:-]{8,64}$/;

/** The id of a request: the caller's `X-Request-Id` when it is valid, else a new one. */
export function createRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const requested = headers['x-request-id'];
  return typeof requested === 'string' && VALID_ID.test(requested) ? requested : randomUUID();
}
