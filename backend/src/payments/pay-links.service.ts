import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { Conflict, NotFound } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { inTransaction } from '../database/transaction.js';
import { WrongState } from '../purchases/purchase-errors.js';
import { type Actor, Order } from '../purchases/orders/order.schema.js';
import { type LinkedOrderDto, type PayLinkDto, toLinkedOrderDto } from './pay-link.dto.js';
import { PayLinkInvalid, PayLinkTokens } from './pay-link-tokens.js';
import type { PaymentIntentDto } from './payment.dto.js';
import { PaymentsService } from './payments.service.js';

/** For so long after a link's end a payment that was made by it is still taken: the card was charged. */
const CONFIRM_LATE_SECONDS = 3_600;

const BY_LINK: Actor = { by: 'pay-link' };

/** The order of a link is not to be paid any more. */
class PayLinkClosed extends Conflict {
  constructor({ number, status }: Order) {
    super('pay-link-closed', `Order ${number} was ${status}; there is nothing to pay.`);
  }
}

/** Links by which anybody can pay one order, without an account. Nothing of them is stored: they are signed. */
@Injectable()
export class PayLinks {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly tokens: PayLinkTokens,
    private readonly payments: PaymentsService,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotFound, WrongState for an order that is not unpaid, or whose hold has ended */
  async create(orderId: string, admin: Caller): Promise<PayLinkDto> {
    const order = await this.orders.findById(orderId).lean<Order>();
    if (!order) throw new NotFound('order');
    const link = await this.linkOf(order);
    await inTransaction(this.connection, (session) =>
      this.audit.record(session, admin, {
        action: 'order.pay-link-created',
        entity: 'order',
        entityId: String(order._id),
        label: order.number,
        after: { expiresAt: link.expiresAt },
      }),
    );
    return link;
  }

  /**
   * A link to pay an order, for the admin who sends it to its customer.
   *
   * @throws WrongState for an order that is not unpaid, or whose hold has ended
   */
  async linkOf(order: Order): Promise<PayLinkDto> {
    if (order.status !== 'unpaid')
      throw new WrongState(`This order is ${order.status}; there is nothing to pay.`);
    const most = Date.now() + this.config.orders.payLinkHours * 3_600_000;
    const expiresAt = new Date(Math.min(most, order.holdUntil.getTime()));
    if (expiresAt <= new Date())
      throw new WrongState('The hold of this order has ended; it is being cancelled.');
    const token = await this.tokens.issue(String(order._id), expiresAt);
    return { url: `${this.config.publicUrl}/pay/${token}`, expiresAt: expiresAt.toISOString() };
  }

  /** @throws PayLinkInvalid, PayLinkExpired, PayLinkClosed */
  async get(token: string): Promise<LinkedOrderDto> {
    return toLinkedOrderDto(await this.open(token));
  }

  /**
   * The one open intent of the order, which its customer gets as well.
   *
   * @param price the amount in dollars that the payer saw, if they say
   * @throws what `get` throws, PriceChanged, WrongState when it is paid, or its payment is in progress
   */
  async createIntent(token: string, price: number | undefined): Promise<PaymentIntentDto> {
    return this.payments.openIntent(await this.open(token), price, BY_LINK);
  }

  /**
   * The browser's confirmation, checked with the provider. Repeating it changes nothing.
   *
   * @throws PayLinkInvalid, PayLinkExpired, PaymentMismatch, WrongState
   */
  async confirm(token: string, transactionId: string): Promise<LinkedOrderDto> {
    const order = await this.find(token, CONFIRM_LATE_SECONDS);
    return toLinkedOrderDto(await this.payments.confirmOrder(order, transactionId, BY_LINK));
  }

  private async open(token: string): Promise<Order> {
    const order = await this.find(token);
    if (order.status === 'cancelled' || order.status === 'refunded') throw new PayLinkClosed(order);
    return order;
  }

  private async find(token: string, lateSeconds?: number): Promise<Order> {
    const order = await this.orders.findById(await this.tokens.orderIdOf(token, lateSeconds)).lean<Order>();
    if (!order) throw new PayLinkInvalid();
    return order;
  }
}
