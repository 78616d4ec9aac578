import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { NotFound } from '../common/errors.js';
import { inTransaction } from '../database/transaction.js';
import { Product } from '../products/product.schema.js';
import { type OwnStockAlertsDto, toOwnDto } from './stock-alert.dto.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { confirmedOf, StockAlert } from './stock-alert.schema.js';

/** More than one address can have. */
const MOST_SHOWN = 100;

/** What somebody with a verified address sees of the alerts for it, and stops without a mail. */
@Injectable()
export class OwnStockAlerts {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectConnection() private readonly connection: Connection,
    private readonly records: StockAlertRecords,
  ) {}

  /** Those that were confirmed, newest first; none of an address that is not verified, which may be somebody else's. */
  async list(caller: Caller): Promise<OwnStockAlertsDto> {
    const alerts = caller.emailVerified
      ? await this.alerts
          .find(confirmedOf(caller.email))
          .sort({ since: -1, _id: -1 })
          .limit(MOST_SHOWN)
          .lean<StockAlert[]>()
      : [];
    const ids = alerts.map(({ productId }) => productId);
    const products = await this.products.find({ _id: trusted({ $in: ids }) }, { name: 1 }).lean<Product[]>();
    const names = new Map(products.map(({ _id, name }) => [String(_id), name]));
    return { alerts: alerts.map((alert) => toOwnDto(alert, names.get(String(alert.productId)) ?? '')) };
  }

  /** Ends one and erases it. @throws NotFound */
  async stop(id: string, caller: Caller): Promise<void> {
    await inTransaction(this.connection, async (session) => {
      const before = caller.emailVerified ? await this.find(id, caller, session) : null;
      if (!before) throw new NotFound('alert');
      const actor = { by: 'customer', userId: caller.id };
      await this.records.write(session, { before, after: undefined, event: 'stock-alert.ended' }, actor);
    });
  }

  private find(id: string, caller: Caller, session: ClientSession): Promise<StockAlert | null> {
    return this.alerts
      .findOne({ _id: new Types.ObjectId(id), ...confirmedOf(caller.email) }, null, { session })
      .lean<StockAlert>();
  }
}
