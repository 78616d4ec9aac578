import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** Every failed call ends as one of these, whether the server responded or not. Plain data: it lives in the store. */
export interface ApiError {
  /** HTTP status; 0 when no response came. */
  status: number;
  title: string;
  /** A sentence for people. */
  detail: string;
  /** What kind of problem it is, such as `not-enough-stock`. */
  code?: string;
  requestId?: string;
  /** Field name → message, with status 400. */
  errors: Record<string, string>;
  /** Units left, when an order needed more. */
  available?: number;
  /** The current unit price in dollars, when an order named another. */
  price?: number;
  /** The kind of a product that was taken off sale. */
  kind?: string;
}

/** The shop's problem types end with their code. */
const CODE = /^urn:rapid:problem:([\w-]+)$/;

const OFFLINE = 'The shop could not be reached. Check your connection and try again.';
const BROKEN = 'The response of the shop could not be read. Please try again.';
const UNKNOWN = 'Something went wrong. Please try again.';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function fieldErrors(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).map(([field, message]): [string, string] => [
    field,
    Array.isArray(message) ? message.join('. ') : String(message),
  ]);
  return Object.fromEntries(entries);
}

/** Reads an `application/problem+json` body (RFC 9457); anything else gets a sentence of its own. */
export function problemToError(status: number, body: unknown): ApiError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    status,
    title: text(problem.title) ?? 'Something went wrong',
    detail: text(problem.detail) ?? text(problem.title) ?? UNKNOWN,
    code: CODE.exec(text(problem.type) ?? '')?.[1],
    requestId: text(problem.requestId),
    errors: fieldErrors(problem.errors),
    available: number(problem.available),
    price: number(problem.price),
    kind: text(problem.kind),
  };
}

export function toApiError(error: FetchBaseQueryError): ApiError {
  if (typeof error.status === 'number') return problemToError(error.status, error.data);
  if (error.status === 'PARSING_ERROR')
    return { status: error.originalStatus, title: 'Unreadable response', detail: BROKEN, errors: {} };
  return { status: 0, title: 'No connection', detail: OFFLINE, errors: {} };
}

/** Narrows what a hook or `unwrap()` rejects with. */
export function asApiError(error: unknown): ApiError {
  if (typeof error === 'object' && error !== null && 'status' in error && 'detail' in error)
    return error as ApiError;
  return { status: 0, title: 'Something went wrong', detail: UNKNOWN, errors: {} };
}
