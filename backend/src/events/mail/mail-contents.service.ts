import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, Types } from 'mongoose';
import { CONFIG, type Config } from '../../config.js';
import type {
  OrderChanged,
  ProductChanged,
  StockAlertChanged,
  WebhookChanged,
} from '../../outbox/domain-events.js';
import { PayLinks } from '../../payments/pay-links.service.js';
import { Product } from '../../products/product.schema.js';
import { Order } from '../../purchases/orders/order.schema.js';
import { WrongState } from '../../purchases/purchase-errors.js';
import { StockAlertMails } from '../../stock-alerts/stock-alert-mails.js';
import { WebhookEndpoint } from '../webhooks/endpoints/webhook-endpoint.schema.js';
import type { MailContent } from './content/blocks.js';
import { type Link, shopLink } from './content/links.js';
import type { OrderMail } from './content/order-blocks.js';
import { isOrderKind, orderMail } from './content/order-mails.js';
import {
  alertConfirmMail,
  alertDueMail,
  disputeMail,
  lowStockMail,
  webhookMail,
} from './content/other-mails.js';
import type { MailKind } from './mail-kinds.js';
import type { MailSource } from './mail.schema.js';

/** Says what a mail says: amounts and states as they were at the event; names, addresses and links as they are now. */
@Injectable()
export class MailContents {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly payLinks: PayLinks,
    private readonly alerts: StockAlertMails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Undefined when there is nothing to say any more: an order is not to be paid now, an alert has ended, an endpoint was removed. */
  async of(kind: MailKind, { at, payload }: MailSource): Promise<MailContent | undefined> {
    if (isOrderKind(kind)) {
      const mail = await this.orderMail(kind, at, payload as OrderChanged);
      return mail && orderMail(kind, mail);
    }
    const profile = this.link('/dashboard/myProfile#mail');
    if (kind === 'dispute-opened') return this.dispute(payload as OrderChanged, profile);
    if (kind === 'low-stock') {
      const { product } = payload as ProductChanged;
      const words = encodeURIComponent(product.sku ?? product.name);
      return lowStockMail(product, { list: this.link(`/dashboard/manageProducts?q=${words}`), profile });
    }
    if (kind === 'webhook-disabled') {
      const { endpointId, reason } = (payload as WebhookChanged).endpoint;
      const endpoint = await this.endpoints.findById(endpointId).lean<WebhookEndpoint>();
      if (!endpoint) return undefined;
      return webhookMail(endpoint, reason, { list: this.link('/dashboard/webhooks'), profile });
    }
    return this.alert(kind, payload as StockAlertChanged);
  }

  private link(path: string): Link {
    return shopLink(this.config.publicUrl, path);
  }

  private async orderMail(kind: MailKind, at: Date, payload: OrderChanged): Promise<OrderMail | undefined> {
    const { orderId, number } = payload.order;
    const now = await this.orders.findById(orderId).lean<Order>();
    const payLink = now && kind === 'payment-link' ? await this.payLink(now) : undefined;
    if (!now || (kind === 'payment-link' && !payLink)) return undefined;
    const page = this.link(`/dashboard/orders/${encodeURIComponent(number)}`);
    return { ...payload, at, now, page, names: await this.namesOf(payload), ...(payLink && { payLink }) };
  }

  private async payLink(order: Order): Promise<OrderMail['payLink'] | undefined> {
    try {
      const { url, expiresAt } = await this.payLinks.linkOf(order);
      return { link: this.link(url), expiresAt: new Date(expiresAt) };
    } catch (error) {
      if (error instanceof WrongState) return undefined;
      throw error;
    }
  }

  /** A line that was taken off the order is not in it: its name is the product's. */
  private async namesOf({ order, change }: OrderChanged): Promise<Map<string, string>> {
    const names = new Map(order.lines.map(({ productId, name }) => [productId, name]));
    const others = (change?.lines ?? []).filter(({ productId }) => !names.has(productId));
    if (others.length === 0) return names;
    const ids = others.map(({ productId }) => new Types.ObjectId(productId));
    const products = await this.products.find({ _id: trusted({ $in: ids }) }, { name: 1 }).lean<Product[]>();
    for (const { _id, name } of products) names.set(String(_id), name);
    return names;
  }

  private async dispute({ order }: OrderChanged, profile: Link): Promise<MailContent> {
    const now = await this.orders.findById(order.orderId, { disputeDueBy: 1 }).lean<Order>();
    const page = this.link(`/dashboard/manageOrders?open=${order.orderId}`);
    return disputeMail({ ...order, dueBy: now?.disputeDueBy }, { order: page, profile });
  }

  private async alert(kind: MailKind, { alert }: StockAlertChanged): Promise<MailContent | undefined> {
    const facts = await this.alerts.factsOf(alert.alertId);
    if (!facts) return undefined;
    const stop = this.link(facts.stopPath);
    return kind === 'stock-alert-confirm'
      ? alertConfirmMail(facts, { confirm: this.link(facts.confirmPath), stop })
      : alertDueMail(facts, { part: this.link(`/parts/${facts.productId}`), stop });
  }
}
