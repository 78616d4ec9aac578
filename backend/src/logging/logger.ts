import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LoggerService } from '@nestjs/common';
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

/** An error without the request or connection that libraries hang on theirs. */
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

/** The process's log: a JSON object a line, on standard output. */
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
      serializers: { err: describeError },
      ...(mixin && { mixin }),
      redact: { paths: REDACTED, censor: '[secret]' },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest tells each module and route at start. */
const STARTUP_CONTEXTS = new Set<unknown>([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Nest's logger over pino: `logger.error({ err, requestId })`, `logger.log('text')`, the context last as Nest passes it. */
export class JsonLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(STARTUP_CONTEXTS.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);

  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? { context: rest.at(-1) } : {};
    const error = message instanceof Error ? message : rest.find((part) => part instanceof Error);
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? { stack: redact(rest[0]) } : {};
    if (message instanceof Error) this.pino[level]({ ...context, err: message }, redact(message.message));
    else if (typeof message === 'object' && message !== null)
      this.pino[level]({ ...context, ...message }, redact((message as { err?: Error }).err?.message ?? ''));
    else
      this.pino[level](
        { ...context, ...stack, ...(error !== undefined && { err: error }) },
        redact(String(message)),
      );
  }
}

const SANE_ID = /^[\w.:-]{8,64}$/;

/** The id of a request: the caller's `X-Request-Id` when it is sane, else a new one. */
export function createRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const wanted = headers['x-request-id'];
  return typeof wanted === 'string' && SANE_ID.test(wanted) ? wanted : randomUUID();
}
