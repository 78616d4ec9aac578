import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Product } from '../products/product.schema.js';
import { latestUnits } from './alert-steps.js';
import { CONFIRM_MS } from './alert-times.js';
import { StockAlert } from './stock-alert.schema.js';
import { StockAlertTokens } from './stock-alert-tokens.js';

/** What a mail about an alert says. */
export interface AlertFacts {
  email: string;
  /** How many they want; in a mail to confirm it, how many they asked for last. */
  units: number;
  /** Whether the alert counts already, as it was confirmed before. */
  isChange: boolean;
  productId: string;
  productName: string;
  /** Pages on the shop's origin. */
  confirmPath: string;
  stopPath: string;
}

/** For those who send the mails: the events of an alert name nobody. */
@Injectable()
export class StockAlertMails {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly tokens: StockAlertTokens,
  ) {}

  /** Undefined when the alert has ended. */
  async factsOf(alertId: string): Promise<AlertFacts | undefined> {
    const alert = await this.alerts.findById(alertId).lean<StockAlert>();
    const product = alert && (await this.products.findById(alert.productId, { name: 1 }).lean<Product>());
    if (!alert || !product) return undefined;
    const { email, askedUnits, confirmMailAt = alert.since } = alert;
    const units = latestUnits(alert);
    const confirmUntil = new Date(confirmMailAt.getTime() + CONFIRM_MS);
    return {
      email,
      units,
      isChange: askedUnits !== undefined,
      productId: String(alert.productId),
      productName: product.name,
      confirmPath: `/stock-alerts/confirm/${await this.tokens.issueConfirm(alertId, units, confirmUntil)}`,
      stopPath: `/stock-alerts/stop/${await this.tokens.issueStop(alertId)}`,
    };
  }
}
