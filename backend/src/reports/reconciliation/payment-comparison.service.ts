import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import {
  type Intent,
  PaymentProvider,
  ProviderDenied,
  ProviderRejection,
} from '../../payment-provider/payment-provider.js';
import { Order } from '../../purchases/orders/order.schema.js';
import { Payments } from '../../purchases/payments/payments.service.js';
import { type Difference, differencesOf } from './findings.js';

/** What became of a comparison. */
export interface Comparison {
  /** The payments that were compared, in order or not. */
  intentIds: string[];
  differences: Difference[];
}

/** Which payments are listed: those made since then, from a position on. */
export interface Which {
  since?: Date | undefined;
  from?: string | undefined;
}

/** Compares payments at the provider with orders, and the reverse. It writes nothing. */
@Injectable()
export class PaymentComparison {
  private readonly logger = new Logger(PaymentComparison.name);

  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly payments: Payments,
    private readonly provider: PaymentProvider,
  ) {}

  /** Looks up the provider's next payments at the shop, up to a hundred by one call. @throws DependencyDown */
  async listed(which: Which): Promise<Comparison & { next: string | undefined }> {
    const { intents, next } = await this.provider.listIntents(which);
    const found = new Map(intents.map((intent) => [intent.id, intent]));
    return { ...(await this.compare([...found.keys()], found)), next };
  }

  /**
   * Looks up some payments at the provider, by a call each. One that it does not let the shop see is not compared.
   *
   * @throws DependencyDown
   */
  async lookedUp(intentIds: readonly string[]): Promise<Comparison> {
    const found = new Map<string, Intent | undefined>();
    for (const intentId of intentIds) {
      try {
        found.set(intentId, await this.provider.retrieveIntent(intentId));
      } catch (error) {
        if (!(error instanceof ProviderDenied || error instanceof ProviderRejection)) throw error;
        this.logger.warn({ err: error, intentId, msg: 'a payment could not be compared' });
      }
    }
    return this.compare([...found.keys()], found);
  }

  /** The orders of some ids, by id. */
  async ordersById(ids: readonly string[]): Promise<Map<string, Order>> {
    const found = await this.orders.find({ _id: trusted({ $in: [...new Set(ids)] }) }).lean<Order[]>();
    return new Map(found.map((order) => [String(order._id), order]));
  }

  /** The order that a payment has paid. */
  async orderPaidBy(intentId: string): Promise<Order | undefined> {
    const orderId = await this.payments.orderPaidBy(intentId);
    return (orderId && (await this.orders.findById(orderId).lean<Order>())) ?? undefined;
  }

  private async compare(
    intentIds: string[],
    found: ReadonlyMap<string, Intent | undefined>,
  ): Promise<Comparison> {
    const paid = new Map((await this.payments.find(intentIds)).map((payment) => [payment._id, payment]));
    const orderIdOf = (id: string) => paid.get(id)?.orderId.toString() ?? found.get(id)?.orderId;
    const orders = await this.ordersById(intentIds.flatMap((id) => orderIdOf(id) ?? []));
    const differences = intentIds.flatMap((intentId) =>
      differencesOf(
        {
          intentId,
          intent: found.get(intentId),
          payment: paid.get(intentId),
          order: orders.get(orderIdOf(intentId) ?? ''),
        },
        this.provider.livemode,
      ),
    );
    return { intentIds, differences };
  }
}
