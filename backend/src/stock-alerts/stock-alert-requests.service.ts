import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import type { Caller } from '../common/access.js';
import { Conflict, InvalidInput, MailNotConfigured, NotFound } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { inTransaction } from '../database/transaction.js';
import type { EventActor } from '../outbox/domain-events.js';
import { Product } from '../products/product.schema.js';
import { AccountDirectory } from '../purchases/account-directory.js';
import { confirmed, requested, type Step, type Wish } from './alert-steps.js';
import { MAIL_AGAIN_MS } from './alert-times.js';
import type { StockAlertRequestedDto } from './stock-alert.dto.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { confirmedOf, StockAlert } from './stock-alert.schema.js';

/** Mails with a link to confirm an alert that one address gets in an hour, from all who enter it. */
const MOST_MAILS = 5;
const MOST_ALERTS = 50;

/** 409: there is nothing to wait for. */
class ProductAvailable extends Conflict {
  constructor() {
    super('product-available', 'This part can be ordered now.');
  }
}

/** 409: of one's own; a stranger's request is dropped instead, which tells nothing of the address. */
class TooManyAlerts extends Conflict {
  constructor() {
    super('too-many-alerts', `You wait for ${MOST_ALERTS} parts already.`);
  }
}

/** Takes requests to be told when a product is back in stock. */
@Injectable()
export class StockAlertRequests {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectConnection() private readonly connection: Connection,
    private readonly records: StockAlertRecords,
    private readonly accounts: AccountDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Of anybody: it counts once the owner of the address has confirmed it. What is returned does not depend on the address.
   *
   * @throws MailNotConfigured, NotFound, ProductAvailable, InvalidInput for units below the minimum order
   */
  async request(
    productId: string,
    wanted: { email: string; units: number },
  ): Promise<StockAlertRequestedDto> {
    await inTransaction(this.connection, (session) =>
      this.apply(session, productId, wanted, { by: 'visitor' }, async (before, wish, now) => {
        const { mails, alerts } = await this.countOf(session, wish.email, now);
        const mayMail = mails < MOST_MAILS && (before !== undefined || alerts < MOST_ALERTS);
        return requested(before, wish, now, mayMail);
      }),
    );
    return { needsConfirmation: true };
  }

  /**
   * Of somebody who is signed in, for their own address; one that the identity provider has verified needs no confirmation.
   *
   * @throws as `request`, TooManyAlerts
   */
  async requestOwn(productId: string, units: number, caller: Caller): Promise<StockAlertRequestedDto> {
    const { id: userId, email, emailVerified } = caller;
    if (!emailVerified) return this.request(productId, { email, units });
    await inTransaction(this.connection, async (session) => {
      // a removal of the account finds what is written here
      await this.accounts.hold(userId, session);
      await this.apply(
        session,
        productId,
        { email, units },
        { by: 'customer', userId },
        async (before, wish, now) => {
          if (!before && (await this.alerts.countDocuments(confirmedOf(email), { session })) >= MOST_ALERTS)
            throw new TooManyAlerts();
          return confirmed(before, wish, now);
        },
      );
    });
    return { needsConfirmation: false };
  }

  private async apply(
    session: ClientSession,
    productId: string,
    { email, units }: { email: string; units: number },
    actor: EventActor,
    step: (before: StockAlert | undefined, wish: Wish, now: Date) => Promise<Step | undefined>,
  ): Promise<void> {
    if (this.config.mail.smtpUrl === '') throw new MailNotConfigured();
    const product = await this.products.findById(productId, null, { session }).lean<Product>();
    if (!product || product.removedAt) throw new NotFound('product');
    assertUnavailable(product, units);
    const wish: Wish = { productId: product._id, email, units };
    const found = await this.alerts
      .findOne({ productId: product._id, email }, null, { session })
      .lean<StockAlert>();
    const before = found ?? undefined;
    const next = await step(before, wish, new Date());
    if (next) await this.records.write(session, { before, ...next }, actor);
  }

  /** Of an address: its alerts, and the mails to confirm one in the last hour. */
  private async countOf(session: ClientSession, email: string, now: Date) {
    const since = new Date(now.getTime() - MAIL_AGAIN_MS);
    const mailed = { email, confirmMailAt: trusted({ $gt: since }) };
    return {
      mails: await this.alerts.countDocuments(mailed, { session }),
      alerts: await this.alerts.countDocuments({ email }, { session }),
    };
  }
}

function assertUnavailable({ availability, minimumOQ }: Product, units: number): void {
  if (availability !== 'sold-out' && availability !== 'below-minimum') throw new ProductAvailable();
  if (units < minimumOQ) throw new InvalidInput({ units: `Enter at least ${minimumOQ}, the minimum order.` });
}
