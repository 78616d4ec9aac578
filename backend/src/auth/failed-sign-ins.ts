import { Inject, Injectable } from '@nestjs/common';
import { NotSignedIn } from '../common/errors.js';
import { addressKey, consume, type Limiter } from '../rate-limits/rate-limit.guard.js';
import { LimitStore } from '../rate-limits/limit-store.js';
import { CONFIG, type Config } from '../config.js';

/** Counts sign-ins that prove nothing, by address: guesses are dear, while a whole office may sign in at once. */
@Injectable()
export class FailedSignIns {
  private readonly limiter: Limiter;

  constructor(@Inject(CONFIG) { limits }: Config, store: LimitStore) {
    this.limiter = store.limiter('failedSignIn', limits.failedSignIn);
  }

  /** @throws TooManyRequests instead of NotSignedIn, once an address has failed too often */
  async watch<T>(address: string, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      if (error instanceof NotSignedIn) await consume(this.limiter, addressKey(address), 'failedSignIn');
      throw error;
    }
  }
}
