import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model } from 'mongoose';
import { inTransaction } from '../database/transaction.js';
import { Product } from '../products/product.schema.js';
import { confirmed, isConfirmed, latestUnits } from './alert-steps.js';
import { type LinkedStockAlertDto, toLinkedDto } from './stock-alert.dto.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { type AlertFields, StockAlert } from './stock-alert.schema.js';
import { AlertLinkInvalid, type AlertLink, StockAlertTokens } from './stock-alert-tokens.js';

const BY_LINK = { by: 'mail-link' };

/** What mailed links to an alert do: show, confirm and stop it. */
@Injectable()
export class StockAlertLinks {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectConnection() private readonly connection: Connection,
    private readonly records: StockAlertRecords,
    private readonly tokens: StockAlertTokens,
  ) {}

  /** @throws AlertLinkInvalid, AlertLinkExpired */
  async show(link: AlertLink, token: string): Promise<LinkedStockAlertDto> {
    return this.shown(await this.find(link, token, null));
  }

  /** Makes an alert count; repeating it changes nothing. @throws AlertLinkInvalid, AlertLinkExpired */
  async confirm(token: string): Promise<LinkedStockAlertDto> {
    const alert = await inTransaction(this.connection, async (session) => {
      const before = await this.find('confirm', token, session);
      if (isConfirmed(before)) return before;
      const step = confirmed(before, { ...before, units: latestUnits(before) }, new Date());
      await this.records.write(session, { before, ...step }, BY_LINK);
      return step.after;
    });
    return this.shown(alert);
  }

  /** Ends an alert and erases it; one that has ended stays so. @throws AlertLinkInvalid */
  async stop(token: string): Promise<void> {
    const { alertId } = await this.tokens.targetOf('stop', token);
    await inTransaction(this.connection, async (session) => {
      const before = await this.alerts.findById(alertId, null, { session }).lean<StockAlert>();
      if (before)
        await this.records.write(session, { before, after: undefined, event: 'stock-alert.ended' }, BY_LINK);
    });
  }

  private async find(link: AlertLink, token: string, session: ClientSession | null): Promise<AlertFields> {
    const { alertId, units } = await this.tokens.targetOf(link, token);
    const alert = await this.alerts.findById(alertId, null, { session }).lean<StockAlert>();
    if (!alert) throw new AlertLinkInvalid();
    // a later mail asks to confirm others
    if (link === 'confirm' && !isConfirmed(alert) && units !== latestUnits(alert))
      throw new AlertLinkInvalid();
    return alert;
  }

  private async shown(alert: AlertFields): Promise<LinkedStockAlertDto> {
    const product = await this.products.findById(alert.productId, { name: 1 }).lean<Product>();
    return toLinkedDto(alert, product?.name ?? '');
  }
}
