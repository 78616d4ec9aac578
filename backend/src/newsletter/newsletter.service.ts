import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AccountRemoval } from '../common/account-removal.js';
import { isDuplicateKey } from '../database/database.js';
import { Subscription } from './subscription.schema.js';

@Injectable()
export class NewsletterService {
  constructor(
    @InjectModel(Subscription.name) private readonly subscriptions: Model<Subscription>,
    removal: AccountRemoval,
  ) {
    removal.onRemoval(async ({ email }) => {
      await this.subscriptions.deleteOne({ email });
    });
  }

  /** Keeps an address, lower-cased already, once; the response does not show whether it was known. */
  async subscribe(email: string): Promise<void> {
    try {
      await this.subscriptions.updateOne({ email }, { $setOnInsert: { email } }, { upsert: true });
    } catch (error) {
      // two upserts of one new address at once: the other one kept it
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
