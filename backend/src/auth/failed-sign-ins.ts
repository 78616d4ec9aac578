import { Injectable } from '@nestjs/common';
import { NotSignedIn } from '../common/errors.js';
import { addressKey } from '../rate-limits/address-limits.js';
import { RateLimits } from '../rate-limits/rate-limits.service.js';

/** Counts sign-ins that prove nothing, by address: guesses are dear, while a whole office may sign in at once. */
@Injectable()
export class FailedSignIns {
  constructor(private readonly limits: RateLimits) {}

  /** @throws TooManyRequests instead of NotSignedIn, once an address has failed too often */
  async watch<T>(address: string, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      if (error instanceof NotSignedIn) await this.limits.consume('failedSignIn', addressKey(address));
      throw error;
    }
  }
}
