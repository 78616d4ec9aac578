import { useState } from 'react';
import { asApiError } from '../api/problem';
import { newIdempotencyKey } from '../api/idempotency-key';

/**
 * Names one attempt to create something: the same body keeps its key, so that a double click or a repeat after a lost
 * response creates one thing; another body gets another key, since the server refuses an old key with new content.
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
   * After a response. The key stays where the attempt may still succeed: without a response, after 429 and 5xx, and
   * while the server works on it. Any other response the server would repeat for the same key.
   */
  complete(error?: unknown): void {
    const { status, code } = error === undefined ? SUCCESS : asApiError(error);
    const isOpen = status === 0 || status === 429 || status >= 500 || code === 'idempotency-key-in-use';
    if (!isOpen) this.attempt = undefined;
  }
}

const SUCCESS = { status: 200, code: undefined };

export const useIdempotencyKey = (): IdempotencyKey => useState(() => new IdempotencyKey())[0];
