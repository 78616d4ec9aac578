import type { ProblemCode } from './problem-codes.js';

/**
 * The shop's own errors. Each names a kind of problem (`code`), its status, and a sentence for a person; the problem
 * filter turns it into `application/problem+json`. `extra` members join the body as they are.
 */
export class DomainError extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly title: string,
    detail: string,
    readonly extra: Record<string, unknown> = {},
    /** Seconds after which a repeat may succeed, for the `Retry-After` header. */
    readonly retryAfter?: number,
  ) {
    super(detail);
    this.name = new.target.name;
  }
}

/** After so long the requests that conflict now have mostly ended. */
export const RETRY_SECONDS = 2;

/** The most fields that one sentence names. */
const MOST_NAMED = 5;

/** One sentence on rejected fields: the first of the only one's message, or else their names. */
function sentenceOn(errors: Record<string, string>): string {
  const fields = Object.keys(errors);
  const [message = ''] = Object.values(errors)[0]?.split(/(?<=[.!?]) (?=\p{Lu})/u) ?? [];
  if (fields.length === 1) return /[.!]$/.test(message) ? message : `${message}.`;
  const named = fields.slice(0, MOST_NAMED).join(', ');
  return `${fields.length} fields are not valid: ${named}${fields.length > MOST_NAMED ? ' and others' : ''}.`;
}

/** 400 with a message for each rejected field. */
export class InvalidInput extends DomainError {
  constructor(errors: Record<string, string>, detail = sentenceOn(errors)) {
    super(400, 'invalid-input', 'Invalid input', detail, { errors });
  }
}

/** 401: no token, or one that proves nothing. */
export class NotSignedIn extends DomainError {
  constructor(detail = 'Sign in to do this.') {
    super(401, 'not-signed-in', 'Not signed in', detail);
  }
}

/** 403. */
export class NotAllowed extends DomainError {
  constructor(detail = 'You may not do this.') {
    super(403, 'not-allowed', 'Not allowed', detail);
  }
}

/** 403: an API key without the scope that a call needs. */
export class MissingScope extends DomainError {
  constructor(scope: string) {
    super(403, 'missing-scope', 'Scope missing', `This API key lacks the scope ${scope}.`, { scope });
  }
}

/** 404, also for what belongs to someone else. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super(404, 'not-found', 'Not found', `There is no such ${what}.`);
  }
}

/** 404 for what was there and was taken away; its page says 410. */
export class Gone extends DomainError {
  constructor(what: string, extra: Record<string, unknown> = {}) {
    super(404, 'gone', 'No longer available', `The ${what} is no longer available.`, extra);
  }
}

/** 409: the state of things forbids it. */
export class Conflict extends DomainError {
  constructor(code: ProblemCode, detail: string, extra: Record<string, unknown> = {}, retryAfter?: number) {
    super(409, code, 'Conflict', detail, extra, retryAfter);
  }
}

/** 409: what is asked for is sent by mail. */
export class MailNotConfigured extends Conflict {
  constructor() {
    super('mail-not-configured', 'This shop has no mail server (SMTP_URL), so it sends no mail.');
  }
}

/** 409: other requests kept writing what this one writes, until its time or its attempts were over. A repeat may succeed. */
export class WriteConflict extends DomainError {
  constructor() {
    const detail = 'Others are changing the same things right now; please try again.';
    super(409, 'write-conflict', 'Conflict', detail, {}, RETRY_SECONDS);
  }
}

/** 429, with the seconds after which a call is let through again. */
export class TooManyRequests extends DomainError {
  constructor(retryAfter: number) {
    super(
      429,
      'too-many-requests',
      'Too many requests',
      `Too many requests; try again in ${retryAfter} s.`,
      {},
      retryAfter,
    );
  }
}

/** 412: an `If-Match` names a version that is no longer the current one. */
export class StaleVersion extends DomainError {
  constructor(what: string) {
    super(412, 'stale-version', 'Changed meanwhile', `The ${what} has changed since you read it.`);
  }
}

/** 428: an edit that does not say which version it is based on. */
export class VersionRequired extends DomainError {
  constructor() {
    super(428, 'version-required', 'Version required', 'Send the ETag of what was read before as If-Match.');
  }
}

/** 503: more at once than is taken. `retryAfter` is in seconds. */
export class Busy extends DomainError {
  constructor(what: string, retryAfter = 2) {
    super(503, 'busy', 'Temporarily unavailable', `${what}; please try again.`, {}, retryAfter);
  }
}

/** 503: a service that the call needs is down or does not respond in time. */
export class DependencyDown extends DomainError {
  constructor(what: string) {
    super(
      503,
      'dependency-down',
      'Temporarily unavailable',
      `${what} cannot be reached right now; please try again.`,
      {},
      5,
    );
  }
}
