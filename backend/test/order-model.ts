import { ModelLine, sum, type Units } from './order-model-lines.js';
import { givenBack, type ModelRefund, owedOf } from './order-model-refunds.js';

/** A payment intent at the provider. */
export interface ModelIntent {
  id: string;
  secret: string;
  cents: number;
  state: 'open' | 'cancelled' | 'succeeded';
  /** Whether the card is one whose payments are disputed at once: the provider refunds nothing of them. */
  isDisputed: boolean;
}

const LEAST_TOTAL = 50;

/**
 * What an order, its payment and its units become, written apart from the shop's own rules and in other terms. A method that
 * stands for a request returns whether the shop accepts it; what is refused changes nothing, unless the shop learns of a
 * payment by it.
 */
export class ModelOrder {
  status: 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded' = 'unpaid';
  dispute: 'open' | 'won' | 'lost' | undefined;
  /** Every intent that was made for it. */
  readonly intents: ModelIntent[] = [];
  /** The one that the shop has opened last. */
  kept: ModelIntent | undefined;
  /** The one that has paid it. */
  payment: ModelIntent | undefined;
  isPaidLate = false;
  isDeliveryRefunded = false;
  readonly refunds: ModelRefund[] = [];
  readonly shipments: { lines: Units[]; isUndone: boolean }[] = [];

  /** @param deliveryCost what is charged for the delivery; undefined where there is none */
  constructor(
    readonly id: string,
    public lines: ModelLine[],
    readonly deliveryCost: number | undefined,
  ) {}

  get total(): number {
    return sum(this.lines.map(({ cost }) => cost)) + (this.deliveryCost ?? 0);
  }

  get refunded(): number {
    return givenBack(this.refunds);
  }

  get left(): number {
    return this.total - this.refunded;
  }

  /** What is charged for all that the customer keeps and is owed, less what was refunded for no part of it. */
  get stands(): number {
    const lines = sum(this.lines.map(({ kept }) => kept));
    const delivery = this.isDeliveryRefunded ? 0 : (this.deliveryCost ?? 0);
    const owed = sum(owedOf(this.refunds).map(({ cents }) => cents));
    const byAmount = this.refunds.filter(({ isFailed, isByAmount }) => isByAmount && !isFailed);
    return Math.max(0, lines + delivery + owed - sum(byAmount.map(({ cents }) => cents)));
  }

  get refundStatus(): 'succeeded' | 'failed' | 'partial' | undefined {
    if (this.refunded > 0 && this.left === 0) return 'succeeded';
    if (owedOf(this.refunds).length > 0 || this.refunds.at(-1)?.isFailed) return 'failed';
    return this.refunded > 0 ? 'partial' : undefined;
  }

  /** What is still to be shipped. */
  get outstanding(): Units[] {
    return this.lines
      .map((line) => ({ productId: line.productId, quantity: line.at('warehouse').length }))
      .filter(({ quantity }) => quantity > 0);
  }

  /** A succeeded payment is reported. @returns whether it is the one that has paid the order */
  pay(intent: ModelIntent): boolean {
    if (this.payment) return this.payment === intent;
    if (intent.cents !== this.total) return false;
    this.payment = intent;
    if (this.status === 'unpaid') this.status = 'paid';
    else {
      this.isPaidLate = true;
      this.refund({ cents: this.total, isOfAll: true });
    }
    return true;
  }

  /** Opens the intent that is kept, or a new one. */
  open(): boolean {
    if (this.status !== 'unpaid') return false;
    if (this.kept?.state !== 'succeeded') return true;
    this.pay(this.kept);
    return false;
  }

  cancel(): boolean {
    if (this.status !== 'unpaid' || !this.cancelIntent()) return false;
    this.status = 'cancelled';
    for (const { units } of this.lines) for (const unit of units) unit.at = 'stock';
    return true;
  }

  cancelLine(productId: string): boolean {
    const lines = this.lines.filter((line) => line.productId !== productId);
    if (lines.length === 0) return this.cancel();
    const isTooCheap = sum(lines.map(({ cost }) => cost)) + (this.deliveryCost ?? 0) < LEAST_TOTAL;
    if (this.status !== 'unpaid' || isTooCheap || !this.cancelIntent()) return false;
    this.lines = lines;
    this.kept = undefined;
    return true;
  }

  /** False when it has succeeded, and pays the order. */
  private cancelIntent(): boolean {
    if (this.kept?.state === 'succeeded') {
      this.pay(this.kept);
      return false;
    }
    if (this.kept) this.kept.state = 'cancelled';
    return true;
  }

  ship(units: Units[]): boolean {
    if (this.status !== 'paid' || this.dispute === 'open' || units.length === 0) return false;
    const waiting = ({ productId }: Units) => this.line(productId).at('warehouse').length;
    if (units.some((one) => one.quantity < 1 || one.quantity > waiting(one))) return false;
    for (const { productId, quantity } of units) this.line(productId).ship(quantity);
    this.shipments.push({ lines: units, isUndone: false });
    this.follow();
    return true;
  }

  /** What comes back waits to be shipped again, or goes to the stock where it was refunded. */
  undo(n: number): boolean {
    const shipment = this.shipments[n]!;
    if (shipment.isUndone || (this.status !== 'paid' && this.status !== 'shipped')) return false;
    const shipped = sum(this.lines.map((line) => line.shipped));
    const isAllRefunded = this.lines.every(({ units }) => units.every((unit) => unit.isRefunded));
    // nothing would be left of an order of whose payment something is
    if (isAllRefunded && shipped === sum(shipment.lines.map(({ quantity }) => quantity))) return false;
    for (const { productId, quantity } of shipment.lines) this.line(productId).back(quantity);
    shipment.isUndone = true;
    this.follow();
    return true;
  }

  /** Exactly what is owed makes that again. */
  refundAmount(cents: number): boolean {
    const repeats = this.owedWith(cents);
    if (!this.isRefundable(cents, repeats !== undefined)) return false;
    this.refund({ cents, repeats });
    return true;
  }

  /** All that is left; once that is done, asking for it again changes nothing. */
  refundRemainder(restock?: boolean): boolean {
    if (this.refundStatus === 'succeeded') return true;
    if (!this.isRefundable(this.left)) return false;
    this.refund({ cents: this.left, isOfAll: true, restock });
    return true;
  }

  refundParts(units: Units[], ofDelivery: boolean, restock?: boolean): boolean {
    const values = units.map(({ productId, quantity }) => this.line(productId).valueOf(quantity));
    if (values.some((value) => value === undefined)) return false;
    if (ofDelivery && (this.deliveryCost === undefined || this.isDeliveryRefunded)) return false;
    // a delivery is of no units
    if (units.length === 0 && restock !== undefined) return false;
    const wanted = sum(values.map(Number)) + (ofDelivery ? this.deliveryCost! : 0);
    const cents = Math.min(wanted, this.left);
    if (!this.isRefundable(cents)) return false;
    this.refund({ cents, parts: { units, ofDelivery }, restock });
    return true;
  }

  /** The bank sends a refund back. What it was of stays refunded. */
  sendBack(n: number): void {
    Object.assign(this.refunds[n]!, { isFailed: true, isSentBack: true });
  }

  /** What has failed, once more, and no more than that. */
  refundAgain(): boolean {
    const [owed] = owedOf(this.refunds);
    const isPart = this.status === 'paid' || this.status === 'shipped';
    const again = owed ?? (isPart ? this.refunds.at(-1)! : undefined);
    if (!again || again.isOfAll) this.refund({ cents: this.left, isOfAll: true, restock: again?.restock });
    else {
      const { cents, parts, restock, isSentBack } = again;
      // what is refunded already is not refunded a second time
      const those = isSentBack ? {} : { parts, restock };
      this.refund({ cents: Math.min(cents, this.left), repeats: again, ...those });
    }
    return !this.refunds.at(-1)!.isFailed;
  }

  /** The provider tells of a dispute of the payment; the bank takes so much back when it is lost. Once decided, it stays so. */
  disputed(state: 'open' | 'won' | 'lost', cents: number): void {
    if (this.dispute === 'won' || this.dispute === 'lost') return;
    this.dispute = state;
    const lost = Math.min(cents, this.left);
    if (state === 'lost' && lost > 0)
      this.given({ cents: lost, isFailed: false, isByAmount: true, isLost: true });
  }

  line(productId: string): ModelLine {
    return this.lines.find((line) => line.productId === productId)!;
  }

  private owedWith(cents: number): ModelRefund | undefined {
    return owedOf(this.refunds).find((owed) => owed.cents === cents);
  }

  /** A part is refunded only of an order of which something is left, unless it is made again. */
  private isRefundable(cents: number, isAgain = false): boolean {
    if (!this.payment || cents < 1 || cents > this.left) return false;
    return isAgain || cents === this.left || this.status === 'paid' || this.status === 'shipped';
  }

  /** Somebody gives an amount back at the provider. */
  refundElsewhere(cents: number): void {
    this.refund({ cents, repeats: this.owedWith(cents) });
  }

  /** Refunds an amount, and what it is the price of. */
  private refund(refund: Pick<ModelRefund, 'cents' | 'parts' | 'restock' | 'repeats' | 'isOfAll'>): void {
    const isFailed = this.payment!.isDisputed;
    const { parts, restock, repeats } = refund;
    if (parts && !isFailed) {
      for (const { productId, quantity } of parts.units) this.line(productId).refund(quantity, restock);
      this.isDeliveryRefunded ||= parts.ofDelivery;
    }
    this.given({ ...refund, isFailed, isByAmount: !parts && !repeats?.parts });
  }

  private given(refund: ModelRefund): void {
    this.refunds.push(refund);
    if (!refund.isFailed) this.follow(refund.parts ? undefined : refund.restock);
  }

  /** The state follows from the units and the money. */
  private follow(restock?: boolean): void {
    if (this.left === 0) {
      for (const line of this.lines) line.refundAll(restock);
      this.status = 'refunded';
    } else if (this.status === 'paid' || this.status === 'shipped') {
      const isWaiting = this.lines.some((line) => line.at('warehouse').length > 0);
      const hasShipped = this.lines.some(({ shipped }) => shipped > 0);
      this.status = isWaiting ? 'paid' : hasShipped ? 'shipped' : 'refunded';
    }
  }
}

export interface ModelProduct {
  id: string;
  stock: number;
  minimumOQ: number;
  orderStep?: number;
  priceCents: number;
  breaks: { from: number; priceCents: number }[];
}

export class ModelShop {
  readonly orders: ModelOrder[] = [];

  constructor(readonly products: ModelProduct[]) {}

  /** Every unit that is not with an order. */
  availableOf({ id, stock }: ModelProduct): number {
    const lines = this.orders.flatMap((order) => order.lines).filter(({ productId }) => productId === id);
    return stock - sum(lines.map((line) => line.units.length - line.at('stock').length));
  }

  priceAt({ priceCents, breaks }: ModelProduct, quantity: number): number {
    return Math.min(
      priceCents,
      ...breaks.filter(({ from }) => quantity >= from).map((each) => each.priceCents),
    );
  }

  mayPlace(wanted: { product: ModelProduct; quantity: number }[]): boolean {
    const isOffered = wanted.every(
      ({ product, quantity }) =>
        quantity >= product.minimumOQ &&
        quantity % (product.orderStep ?? 1) === 0 &&
        quantity <= this.availableOf(product),
    );
    const costs = wanted.map(({ product, quantity }) => quantity * this.priceAt(product, quantity));
    return isOffered && sum(costs) >= LEAST_TOTAL;
  }
}
