/** What Stripe puts under `error` in a response that is not 2xx. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

/**
 * A refused call. What it had written is rolled back.
 * `executed` is Stripe's distinction for idempotency keys: a response is stored under its key only
 * when the endpoint began its work, not when the parameters were malformed.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly executed = false,
  ) {
    super(body.message);
  }
}

/** 400: the call itself is malformed. */
export function invalid(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** 400: well-formed, but not possible in the present state; carries the intent, as Stripe does. */
export function conflict(message: string, code?: string, intent?: object): ApiError {
  const body: ErrorBody = { type: 'invalid_request_error', message, ...(code && { code }) };
  return new ApiError(400, { ...body, ...(intent && { payment_intent: intent }) }, true);
}

export function missing(kind: string, id: string, param = 'id'): ApiError {
  const name = kind.replace('payment_method', 'PaymentMethod');
  const message = `No such ${name}: '${id}'`;
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param }, true);
}

/** 402 about the card's own data: number, expiry or security code. */
export function badCard(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param }, true);
}
