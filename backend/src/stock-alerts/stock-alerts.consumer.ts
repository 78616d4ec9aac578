import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type {
  DomainEvent,
  OrderChanged,
  ProductChanged,
  StockAlertChanged,
} from '../outbox/domain-events.js';
import { Outbox } from '../outbox/outbox.service.js';
import { Product } from '../products/product.schema.js';
import { AccountDirectory } from '../purchases/account-directory.js';
import { StockLevels } from './stock-levels.service.js';
import { StockQueue } from './stock-queue.service.js';

/** Whatever can change how many units of a product are there, and for whom. */
const HANDLED = [
  'product.created',
  'product.updated',
  'product.restocked',
  'product.archived',
  'product.unarchived',
  'product.deleted',
  'product.restored',
  'order.placed',
  'order.paid-late',
  'order.cancelled',
  'order.line-cancelled',
  'order.refund-requested',
  'order.partly-refunded',
  'order.refunded',
  'order.refund-failed',
  'order.dispute-lost',
  // the stock may be there already, or what was kept in mind for somebody is free; of a long queue, the rest
  'stock-alert.confirmed',
  'stock-alert.due',
  'stock-alert.ended',
] as const;

type Handled = DomainEvent<(typeof HANDLED)[number]>;

/** The products that an event is about. */
function productsOf({ payload }: Handled): string[] {
  const about = payload as Partial<ProductChanged & OrderChanged & StockAlertChanged>;
  if (about.product) return [about.product.productId];
  if (about.alert) return [about.alert.productId];
  return [...(about.order?.lines ?? []), ...(about.change?.lines ?? [])].map(({ productId }) => productId);
}

/** Follows the stock of products: each event of them moves their queues on, and says when few units are left. */
@Injectable()
export class StockAlertsConsumer implements OnModuleInit {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly outbox: Outbox,
    private readonly queue: StockQueue,
    private readonly levels: StockLevels,
    private readonly accounts: AccountDirectory,
  ) {}

  onModuleInit(): void {
    this.outbox.consumers.register({
      name: 'stock-alerts',
      handles: HANDLED,
      handleBatch: (events, session) => this.handle(events, session),
    });
  }

  /** Reads the products as they are in the transaction: an event says that something changed, the database what is there now. */
  private async handle(events: Handled[], session: ClientSession): Promise<void> {
    await this.endBought(
      events.filter(({ type }) => type === 'order.placed'),
      session,
    );
    const ids = trusted({ $in: [...new Set(events.flatMap(productsOf))] });
    const products = await this.products
      .find({ _id: ids }, null, { session })
      .sort({ _id: 1 })
      .lean<Product[]>();
    for (const product of products) await this.queue.advance(session, product);
    await this.levels.note(session, products);
  }

  /**
   * Somebody who has ordered a product does not wait for it any more, however many they got. An account with an address that
   * it has not verified may have that of somebody else, who does.
   */
  private async endBought(placed: Handled[], session: ClientSession): Promise<void> {
    if (placed.length === 0) return;
    const waitedFor = new Set(await this.queue.waitedFor(placed.flatMap(productsOf)));
    for (const event of placed) {
      const bought = productsOf(event).filter((productId) => waitedFor.has(productId));
      const { customerId } = (event.payload as OrderChanged).order;
      const email = bought.length > 0 ? await this.accounts.verifiedEmailOf(customerId) : undefined;
      if (email === undefined) continue;
      for (const productId of bought) await this.queue.endOf(session, { email, productId });
    }
  }
}
