import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseGone, isTimedOut } from '../database/database.js';
import { type ProblemCode, typeOf } from '../common/problem-codes.js';
import { Busy, DependencyDown, DomainError, NotFound } from '../common/errors.js';
import { recordTelemetry } from '../common/telemetry.js';

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timeout',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Temporarily unavailable',
};

interface Problem {
  status: number;
  code?: ProblemCode;
  title: string;
  detail: string;
  extra?: Record<string, unknown>;
  retryAfter?: number;
}

/** What Fastify says in other words, by its code. */
const FRAMEWORK_ERRORS: Record<string, string> = {
  FST_ERR_BAD_URL: 'The address is not a valid one.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body is of a type that is not accepted.',
};

const sentence = (text: string): string => (/[.!]$/.test(text) ? text : `${text}.`);

const fromStatus = (status: number, detail: string): Problem => ({
  status,
  title: TITLES[status] ?? 'Error',
  detail,
});

function problemOf(error: unknown): Problem {
  if (isDatabaseGone(error)) return problemOf(new DependencyDown('The database'));
  if (isTimedOut(error)) return problemOf(new Busy('The database took too long'));
  if (error instanceof DomainError) {
    const { status, code, title, message: detail, extra, retryAfter } = error;
    return { status, code, title, detail, extra, ...(retryAfter !== undefined && { retryAfter }) };
  }
  // of Nest itself, where no route matches
  if (error instanceof NotFoundException) return problemOf(new NotFound('page or call'));
  if (error instanceof HttpException) return fromStatus(error.getStatus(), sentence(error.message));
  const {
    statusCode,
    code = '',
    message = '',
  } = error as {
    statusCode?: unknown;
    code?: string;
    message?: string;
  };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return fromStatus(statusCode, FRAMEWORK_ERRORS[code] ?? sentence(message));
  }
  return fromStatus(500, 'Something went wrong on our side; nothing was changed halfway.');
}

/** Sends any error as RFC 9457 `application/problem+json`; only what the shop itself says, never a stack trace. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, title, detail, extra, retryAfter } = problemOf(error);
  if (code !== undefined) recordTelemetry('refusal', { code });
  if (status >= 500)
    new Logger('Problem')[status === 503 ? 'warn' : 'error']({ err: error, status, requestId: request.id });
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter));
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  void reply
    .status(status)
    // also where no hook has run
    .header('X-Request-Id', request.id)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(
      JSON.stringify({
        type: typeOf(code),
        title,
        status,
        detail,
        instance: request.url.split('?', 1)[0],
        requestId: request.id,
        ...extra,
      }),
    );
}

/** The one filter: every error of every route becomes a problem. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
