import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';

/** That an account, whose address was verified, has another one now. Both are lower-cased. */
export interface MovedAccount {
  id: string;
  from: string;
  to: string;
  /** Whether the new address is verified as well. */
  isVerified: boolean;
}

/** What a feature does to its own data that an account has by its address alone. */
export type MoveAddress = (session: ClientSession, account: MovedAccount) => Promise<void>;

/** Where features that know a person by an address, and that accounts do not know of, follow an account to another one. */
@Injectable()
export class AccountAddresses {
  private readonly steps: MoveAddress[] = [];

  /** Adds a step, once, at start. */
  onMove(step: MoveAddress): void {
    this.steps.push(step);
  }

  /** As part of the transaction that gives the account its new address. */
  async move(session: ClientSession, account: MovedAccount): Promise<void> {
    for (const step of this.steps) await step(session, account);
  }
}
