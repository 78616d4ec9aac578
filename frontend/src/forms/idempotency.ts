import { useState } from 'react';
import { asApiError } from '../api/problem';
import { newIdempotencyKey } from '../api/idempotency-key';
import { readDraft, removeDraft, writeDraft, type DraftKey } from './drafts';

/**
 * Names one attempt to create something: the same body keeps its key, so that a double click or a repeat after a lost
 * response creates one thing; another body gets another key, since the server refuses an old key with new content.
 */
export class IdempotencyKey {
  private attempt: { body: string; key: string } | undefined;

  /** @param kept keeps the attempt for the tab, so that a reload in the middle of it does not make it another one */
  constructor(
    private readonly make: () => string = newIdempotencyKey,
    private readonly kept?: DraftKey,
  ) {
    if (kept) this.attempt = readDraft(kept, { body: '', key: '' });
  }

  for(body: unknown): string {
    const text = JSON.stringify(body);
    if (this.attempt?.body !== text) {
      this.attempt = { body: text, key: this.make() };
      if (this.kept) writeDraft(this.kept, this.attempt);
    }
    return this.attempt.key;
  }

  /**
   * After a response. The key stays where the attempt may still succeed: without a response, after 429 and 5xx, and
   * while the server works on it. Any other response the server would repeat for the same key.
   */
  complete(error?: unknown): void {
    const { status, code } = error === undefined ? SUCCESS : asApiError(error);
    const isOpen = status === 0 || status === 429 || status >= 500 || code === 'idempotency-key-in-use';
    if (isOpen) return;
    this.attempt = undefined;
    if (this.kept) removeDraft(this.kept);
  }
}

const SUCCESS = { status: 200, code: undefined };

/** @param kept see `IdempotencyKey` */
export const useIdempotencyKey = (kept?: DraftKey): IdempotencyKey =>
  useState(() => new IdempotencyKey(newIdempotencyKey, kept))[0];
