import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted, type Types } from 'mongoose';
import type { EventActor } from '../outbox/domain-events.js';
import type { Product } from '../products/product.schema.js';
import { NOTIFIED_MS } from './alert-times.js';
import { dueAlerts } from './allocation.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { StockAlert } from './stock-alert.schema.js';

const BY_STOCK: EventActor = { by: 'stock-alerts' };
/** Alerts of one product that a transaction changes; their events bring up those that are left. */
const MOST = 500;

/** Moves the queues of products on: tells those whose turn it is, and ends what is over. */
@Injectable()
export class StockQueue {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    private readonly records: StockAlertRecords,
  ) {}

  /** Tells those whose turn it is by the units in stock; a product that is not on sale any more has no queue. */
  async advance(session: ClientSession, product: Product): Promise<void> {
    const { _id: productId, availableQ, minimumOQ, waitingAlerts = 0 } = product;
    if (product.removedAt) return this.end(session, { productId });
    if (waitingAlerts === 0 || availableQ < minimumOQ) return;
    const now = new Date();
    const [notified, waiting] = [
      await this.find(session, { productId, state: 'notified', notifiedUntil: trusted({ $gt: now }) }),
      await this.find(session, { productId, state: 'waiting', units: trusted({ $lte: availableQ }) }, MOST),
    ];
    for (const before of dueAlerts(product, notified, waiting)) {
      const { askedUnits: _asked, ...alert } = before;
      const notifiedUntil = new Date(now.getTime() + NOTIFIED_MS);
      const after: StockAlert = { ...alert, state: 'notified', notifiedUntil };
      await this.records.write(session, { before, after, event: 'stock-alert.due' }, BY_STOCK);
    }
  }

  /** Which of some products somebody has an alert for. */
  async waitedFor(productIds: readonly string[]): Promise<string[]> {
    const found = await this.alerts.distinct('productId', { productId: trusted({ $in: [...productIds] }) });
    return found.map(String);
  }

  /** Ends the alerts of somebody who has ordered products, or whose account is removed. */
  endOf(
    session: ClientSession,
    of: { email: string; productId?: string },
    by: EventActor = BY_STOCK,
  ): Promise<void> {
    return this.end(session, of, by);
  }

  /** Ends those that were told so long ago that others get their turn. */
  endExpired(session: ClientSession, productId: Types.ObjectId): Promise<void> {
    return this.end(session, {
      productId,
      state: 'notified',
      notifiedUntil: trusted({ $lte: new Date() }),
    });
  }

  private async end(session: ClientSession, filter: object, by = BY_STOCK): Promise<void> {
    for (const before of await this.find(session, filter, MOST))
      await this.records.write(session, { before, after: undefined, event: 'stock-alert.ended' }, by);
  }

  /** Oldest first. */
  private find(session: ClientSession, filter: object, most?: number): Promise<StockAlert[]> {
    const found = this.alerts.find(filter, null, { session }).sort({ since: 1, _id: 1 });
    return (most === undefined ? found : found.limit(most)).lean<StockAlert[]>();
  }
}
