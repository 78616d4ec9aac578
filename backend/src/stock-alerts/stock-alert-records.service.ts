import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { WriteConflict } from '../common/errors.js';
import { retryIfTaken } from '../database/database.js';
import type { EventActor, EventType } from '../outbox/domain-events.js';
import { Outbox } from '../outbox/outbox.service.js';
import { Product } from '../products/product.schema.js';
import { type AlertFields, StockAlert } from './stock-alert.schema.js';

export type AlertEventType = Extract<EventType, `stock-alert.${string}`>;

/** What becomes of an alert, and the event that tells of it. */
export interface AlertChange {
  before: AlertFields | undefined;
  /** Undefined: it has ended, and is erased. */
  after: AlertFields | undefined;
  event: AlertEventType;
}

const waits = (alert: AlertFields | undefined): number => (alert?.state === 'waiting' ? 1 : 0);

/**
 * The one way in which alerts are written: with their event, where one tells of it, and with what their product says of those who
 * wait. Writing the product also makes two transactions that tell people of the same units conflict.
 */
@Injectable()
export class StockAlertRecords {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly outbox: Outbox,
  ) {}

  async write(
    session: ClientSession,
    { before, after, event }: AlertChange,
    actor: EventActor,
  ): Promise<void> {
    const alert = (after ?? before)!;
    const version = (before?.version ?? 0) + 1;
    await this.store(session, before, after && { ...after, version });
    const people = waits(after) - waits(before);
    const units = waits(after) * (after?.units ?? 0) - waits(before) * (before?.units ?? 0);
    if (people !== 0 || units !== 0)
      await this.products.updateOne(
        { _id: alert.productId },
        { $inc: { waitingAlerts: people, waitingUnits: units } },
        // no edit, and nothing that the shop shows
        { session, timestamps: false },
      );
    this.outbox.emit(session, {
      type: event,
      subject: `stock-alert/${String(alert._id)}`,
      version,
      payload: {
        alert: {
          alertId: String(alert._id),
          productId: String(alert.productId),
          units: alert.units,
          state: after?.state ?? 'ended',
        },
        actor,
      },
    });
  }

  /**
   * Gives a confirmed alert another address, which its owner has verified. Events name no address, so none tells of it; units
   * that somebody asked for at the former address are dropped.
   */
  async readdress(session: ClientSession, { _id, version }: AlertFields, email: string): Promise<void> {
    const { matchedCount } = await this.alerts
      .updateOne({ _id, version }, { $set: { email }, $unset: { askedUnits: 1 } }, { session })
      // a request for this product and address
      .catch(retryIfTaken);
    if (matchedCount === 0) throw new WriteConflict();
  }

  private async store(
    session: ClientSession,
    before: AlertFields | undefined,
    after: AlertFields | undefined,
  ): Promise<void> {
    if (!before) {
      // another request for this product and address: the next attempt finds it
      await this.alerts.create([after!], { session }).catch(retryIfTaken);
      return;
    }
    const same = { _id: before._id, version: before.version };
    const isWritten = after
      ? (await this.alerts.replaceOne(same, after, { session })).matchedCount === 1
      : (await this.alerts.deleteOne(same, { session })).deletedCount === 1;
    if (!isWritten) throw new WriteConflict();
  }
}
