import { useState } from 'react';
import { newIdempotencyKey } from '../api/api';
import { asApiError, type ApiError } from '../api/problem';

const DONE: Pick<ApiError, 'status' | 'available' | 'price'> = { status: 200 };

/**
 * Names one attempt to create something: the same body keeps its key, so that a double click or a repeat after a lost
 * answer creates one thing; another body gets another key, since the server refuses an old key with new content.
 */
export class IdempotencyKey {
  private attempt: { body: string; key: string } | undefined;

  constructor(private readonly make: () => string = newIdempotencyKey) {}

  for(body: unknown): string {
    const text = JSON.stringify(body);
    if (this.attempt?.body !== text) this.attempt = { body: text, key: this.make() };
    return this.attempt.key;
  }

  /**
   * After an answer that the server remembers. It does not remember 429 and 5xx; a 409 may mean "still at work", unless
   * it says which stock or price stood in the way.
   */
  settle(error?: unknown): void {
    const { status, available, price } = error === undefined ? DONE : asApiError(error);
    const unsure = status === 0 || status === 429 || status >= 500;
    const atWork = status === 409 && available === undefined && price === undefined;
    if (!unsure && !atWork) this.attempt = undefined;
  }
}

export const useIdempotencyKey = (): IdempotencyKey => useState(() => new IdempotencyKey())[0];
