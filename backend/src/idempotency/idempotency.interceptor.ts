import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { GuardedRequest } from '../common/access.js';
import { DomainError, InvalidInput } from '../common/errors.js';
import { type Attempt, IDEMPOTENT, type IdempotentRequests } from './idempotent.js';
import { newAttempt, setAttempt } from './attempt.js';
import type { StoredResponse } from './idempotency-key.schema.js';
import { type Claim, IdempotencyKeys } from './idempotency-keys.service.js';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Whether a response is not stored: a repeat with the same key is handled again. */
const isTransient = ({ status, problem }: StoredResponse): boolean =>
  status === 401 || status === 429 || status >= 500 || problem?.retryAfter !== undefined;

/** Makes the routes marked with `@Idempotent()` honour `Idempotency-Key`, per caller and route. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor, IdempotentRequests {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly keys: IdempotencyKeys,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get<boolean | undefined>(IDEMPOTENT, context.getHandler())) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<GuardedRequest>();
    const reply = http.getResponse<FastifyReply>();
    return from(
      this.run(request, reply, request.body, (attempt) => {
        setAttempt(request, attempt);
        return lastValueFrom(next.handle());
      }),
    );
  }

  async run<T>(
    request: GuardedRequest,
    reply: FastifyReply,
    body: unknown,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    const key = request.headers['idempotency-key'];
    const { caller } = request;
    if (key === undefined || !caller) return work(newAttempt());
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new InvalidInput({ 'Idempotency-Key': 'Send a key of 1 to 255 printable ASCII characters.' });
    }
    const route = `${request.method} ${pathOf(request)}`;
    const claim = await this.keys.begin(
      { userId: caller.id, caller: caller.apiKey?.id ?? caller.id, route, key },
      body,
    );
    if (!('worker' in claim)) return replay(claim, reply) as T;
    const responseTo = (result: unknown): StoredResponse => ({
      status: reply.statusCode,
      body: JSON.stringify(result ?? null),
    });
    let stored: string | undefined;
    const attempt: Attempt = {
      id: claim.creates,
      isRepeat: claim.isRepeat,
      about: claim.about,
      store: async (result, session) => {
        const response = responseTo(result);
        await this.keys.store(claim, response, session);
        stored = response.body;
      },
    };
    try {
      const result = await work(attempt);
      const response = responseTo(result);
      // a transaction that was rolled back has stored nothing, and its result is not what is returned
      if (stored === response.body) this.keys.end(claim);
      else await this.store(claim, response);
      return result;
    } catch (error) {
      await this.store(claim, responseOf(error));
      throw error;
    }
  }

  /** Stores a response or releases the key. A failure changes no response: the lease ends, and the attempt's id stays. */
  private async store(claim: Claim, response: StoredResponse | undefined): Promise<void> {
    try {
      await (response && !isTransient(response)
        ? this.keys.finish(claim, response)
        : this.keys.release(claim));
    } catch (error) {
      this.logger.warn({ err: error, msg: 'an idempotency key could not be finished' });
    }
  }
}

/**
 * The route's pattern with its parameters in lower case: a key for one resource is not valid for another, and one resource
 * has one path. Ids and e-mail addresses mean the same in upper case.
 */
function pathOf({ routeOptions, params }: GuardedRequest): string {
  const values = params as Record<string, string>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((values[name] ?? '').toLowerCase()),
  );
}

function replay({ status, body, problem }: StoredResponse, reply: FastifyReply): unknown {
  void reply.header('Idempotency-Replayed', 'true');
  if (problem) {
    const { code, title, detail, extra, retryAfter } = problem;
    if (code === undefined) throw new HttpException(detail, status);
    throw new DomainError(
      status,
      code,
      title,
      detail,
      JSON.parse(extra) as Record<string, unknown>,
      retryAfter,
    );
  }
  void reply.status(status);
  return JSON.parse(body ?? 'null');
}

function responseOf(error: unknown): StoredResponse | undefined {
  if (error instanceof DomainError) {
    const { status, code, title, message, extra, retryAfter } = error;
    const problem = { code, title, detail: message, extra: JSON.stringify(extra) };
    return { status, problem: { ...problem, ...(retryAfter !== undefined && { retryAfter }) } };
  }
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return { status, problem: { title: error.name, detail: error.message, extra: '{}' } };
  }
  return undefined;
}
