import type { ProblemDto } from './generated.js';

const CODE = /^urn:rapid:problem:(.+)$/;

/** An error response of the shop: an RFC 9457 problem, or what a proxy in front of the shop sent instead of one. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The HTTP status. */
  readonly status: number;
  /** The kind of problem, such as `not-enough-stock`; undefined where the status says it all. */
  readonly code: string | undefined;
  /** What went wrong this time, for a person; also the error's message. */
  readonly detail: string;
  /** For a 400: each rejected field with its message. */
  readonly errors: Readonly<Record<string, string>>;
  /** Names the request in the server's logs. */
  readonly requestId: string | undefined;
  /** Seconds after which another attempt makes sense, if the server named them. */
  readonly retryAfter: number | undefined;
  /** The whole problem, with fields of its kind such as `available` or `price`. */
  readonly problem: Partial<ProblemDto>;
  readonly response: Response;

  /** @param body the parsed body, or its text when it is no JSON */
  constructor(response: Response, body: unknown) {
    const problem: Partial<ProblemDto> = isObject(body) ? body : {};
    const detail = problem.detail ?? `${response.status} ${response.statusText}`.trim();
    super(detail);
    this.response = response;
    this.problem = problem;
    this.status = response.status;
    this.code = CODE.exec(problem.type ?? '')?.[1];
    this.detail = detail;
    this.errors = problem.errors ?? {};
    this.requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined;
    const after = retryAfterMs(response);
    this.retryAfter = after === undefined ? undefined : Math.ceil(after / 1_000);
  }
}

const isObject = (value: unknown): value is Record<string, never> =>
  typeof value === 'object' && value !== null;

/** The `Retry-After` of a response in milliseconds from now, sent as seconds or as a date; undefined without a valid one. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
