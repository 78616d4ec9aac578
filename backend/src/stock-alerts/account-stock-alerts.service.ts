import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { AccountAddresses, type MovedAccount } from '../common/account-addresses.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { confirmedOf, StockAlert } from './stock-alert.schema.js';

/**
 * Keeps alerts with the account that has verified their address: they follow it to another verified one, and end where the new
 * one is not. Left behind, nobody could see or stop them but by a mail to an address that may be somebody else's by then.
 */
@Injectable()
export class AccountStockAlerts implements OnModuleInit {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    private readonly records: StockAlertRecords,
    private readonly addresses: AccountAddresses,
  ) {}

  onModuleInit(): void {
    this.addresses.onMove((session, account) => this.move(session, account));
  }

  private async move(session: ClientSession, { id, from, to, isVerified }: MovedAccount): Promise<void> {
    const actor = { by: 'customer', userId: id };
    const end = (before: StockAlert) =>
      this.records.write(session, { before, after: undefined, event: 'stock-alert.ended' }, actor);
    const left = await this.alerts
      .find(confirmedOf(from), null, { session })
      .sort({ since: 1, _id: 1 })
      .lean<StockAlert[]>();
    for (const alert of left) {
      const known = isVerified ? await this.find(alert, to, session) : null;
      const isWaitedFor = known !== null && known.state !== 'requested';
      if (!isVerified || isWaitedFor) {
        await end(alert);
        continue;
      }
      // a request that nobody has confirmed
      if (known) await end(known);
      await this.records.readdress(session, alert, to);
    }
  }

  private find({ productId }: StockAlert, email: string, session: ClientSession): Promise<StockAlert | null> {
    return this.alerts.findOne({ productId, email }, null, { session }).lean<StockAlert>();
  }
}
