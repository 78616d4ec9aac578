import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted, Types } from 'mongoose';
import { AccountRemoval } from '../common/account-removal.js';
import { isDuplicateKey } from '../database/database.js';
import { DomainError } from '../common/errors.js';
import { IdempotencyKey, type StoredResponse } from './idempotency-key.schema.js';

const STORED_MS = 24 * 3_600_000;
/** Longer than any request may take. */
const LEASE_MS = 45_000;
/** How long a repeat waits for the first to finish. */
const WAIT_MS = 10_000;
/** How often the row of another process's worker is read meanwhile. */
const POLL_MS = 100;
/** In place of the hash of a body that need not be the same again. */
const RELEASED = '';

/** The same key came with another body. */
export class KeyReused extends DomainError {
  constructor() {
    super(
      422,
      'idempotency-key-reused',
      'Key used before',
      'This Idempotency-Key was used with another body.',
    );
  }
}

/** The first request of the key is still in progress. */
export class KeyInUse extends DomainError {
  constructor() {
    super(
      409,
      'idempotency-key-in-use',
      'Still at work',
      'The first request with this Idempotency-Key is still at work.',
      {},
      2,
    );
  }
}

/** The right to do the work of a key, until the lease ends. */
export interface Claim {
  key: string;
  worker: string;
  creates: Types.ObjectId;
  /** Whether another worker had it before, and died or was too slow. */
  isRepeat: boolean;
  /** Filled by the work: the other people whom its response names. */
  about: Set<string>;
}

const hash = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const responseFields = ({ about }: Claim, answer: StoredResponse): Partial<IdempotencyKey> => ({
  answer,
  ...(about.size > 0 && { about: [...about] }),
});

/** JSON with its fields in order, so that the same body always gives the same text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

/** Stores the responses to requests that carry an `Idempotency-Key`, for any number of processes on one database. */
@Injectable()
export class IdempotencyKeys {
  /** The workers of this process. */
  private readonly atWork = new Map<string, { ended: Promise<void>; end: () => void }>();

  constructor(
    @InjectModel(IdempotencyKey.name) private readonly keys: Model<IdempotencyKey>,
    removal: AccountRemoval,
  ) {
    removal.onRemoval(async ({ id }) => {
      await this.keys.deleteMany({ userId: id });
      await this.keys.deleteMany({ about: id });
    });
  }

  /**
   * Claims the work of a key, or returns the stored response; waits while another request works on it.
   *
   * @throws KeyReused, KeyInUse
   */
  async begin(
    /** `caller`: the user, or the API key that acts for them. */
    scope: { userId: string; caller: string; route: string; key: string },
    body: unknown,
  ): Promise<Claim | StoredResponse> {
    const _id = hash(scope.caller, scope.route, scope.key);
    const bodyHash = hash(canonical(body));
    const deadline = Date.now() + WAIT_MS;
    for (let claim = await this.claimNew(_id, bodyHash, scope.userId); ;) {
      if (claim) return this.started(claim);
      const stored = await this.keys.findById(_id).lean<IdempotencyKey>();
      if (!stored || stored.expiresAt <= new Date()) {
        // The database removes it later; there is no need to wait for that.
        if (stored) await this.keys.deleteOne({ _id, expiresAt: stored.expiresAt });
        claim = await this.claimNew(_id, bodyHash, scope.userId);
        continue;
      }
      if (stored.bodyHash !== RELEASED && stored.bodyHash !== bodyHash) throw new KeyReused();
      if (stored.answer) return stored.answer;
      if (stored.leaseUntil <= new Date()) {
        claim = await this.takeOver(stored, bodyHash);
        if (claim) continue;
      }
      if (Date.now() >= deadline) throw new KeyInUse();
      await this.endOf(stored.worker, deadline);
    }
  }

  private started(claim: Claim): Claim {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.atWork.set(claim.worker, { ended, end });
    return claim;
  }

  /** Waits for a worker of this process until it has ended; the row of another process's is read again. */
  private async endOf(worker: string, deadline: number): Promise<void> {
    const here = this.atWork.get(worker);
    const late = new AbortController();
    const wait = here ? deadline - Date.now() : POLL_MS;
    const waited = sleep(wait, undefined, { signal: late.signal });
    try {
      await (here ? Promise.race([here.ended, waited]) : waited);
    } finally {
      late.abort();
      waited.catch(() => undefined);
    }
  }

  /**
   * Stores the response in a transaction. It ends with `end`, after the commit.
   *
   * @throws KeyInUse when the work is another worker's now, so that the transaction is rolled back
   */
  async store(claim: Claim, response: StoredResponse, session: ClientSession): Promise<void> {
    const { key: _id, worker } = claim;
    const { matchedCount } = await this.keys.updateOne(
      { _id, worker },
      { $set: responseFields(claim, response) },
      { session },
    );
    if (matchedCount === 0) throw new KeyInUse();
  }

  /** Stores the response, if the work is still this worker's, and ends it. */
  async finish(claim: Claim, response: StoredResponse): Promise<void> {
    await this.endWith(claim, responseFields(claim, response));
  }

  /** The work is done: whoever waits for it can read its response. */
  end({ worker }: Claim): void {
    this.atWork.get(worker)?.end();
    this.atWork.delete(worker);
  }

  /**
   * Releases the key, so that the next request is handled again, whatever its body. The id of what is created stays: when a
   * server failed after all was done, the next one finds it.
   */
  async release(claim: Claim): Promise<void> {
    await this.endWith(claim, { bodyHash: RELEASED, leaseUntil: new Date(0) });
  }

  private async endWith(claim: Claim, result: Partial<IdempotencyKey>): Promise<void> {
    try {
      await this.keys.updateOne({ _id: claim.key, worker: claim.worker }, { $set: result });
    } finally {
      this.end(claim);
    }
  }

  private async claimNew(key: string, bodyHash: string, userId: string): Promise<Claim | null> {
    const now = Date.now();
    const [worker, creates] = [randomUUID(), new Types.ObjectId()];
    const claim: Claim = { key, worker, creates, isRepeat: false, about: new Set() };
    const times = { leaseUntil: new Date(now + LEASE_MS), expiresAt: new Date(now + STORED_MS) };
    try {
      await this.keys.create({ _id: key, userId, bodyHash, worker, creates, ...times });
      return claim;
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  private async takeOver(
    { _id, worker: former, creates }: IdempotencyKey,
    bodyHash: string,
  ): Promise<Claim | null> {
    const worker = randomUUID();
    const { matchedCount } = await this.keys.updateOne(
      { _id, worker: former, answer: trusted({ $exists: false }) },
      { $set: { worker, bodyHash, leaseUntil: new Date(Date.now() + LEASE_MS) } },
    );
    return matchedCount === 1 ? { key: _id, worker, creates, isRepeat: true, about: new Set() } : null;
  }
}
