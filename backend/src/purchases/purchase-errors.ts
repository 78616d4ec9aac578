import { DomainError, NotFound } from '../common/errors.js';
import { formatDollars, toDollars } from '../common/money.js';

/** The specification's sentence for every quantity that cannot be ordered. */
export const QUANTITY_RULE =
  'You can order Equal or More than minimum Quantity and Equal or Less than available Quantity!';

export class QuantityBelowMinimum extends DomainError {
  constructor() {
    super(422, 'quantity-below-minimum', 'Less than the minimum order', QUANTITY_RULE, {
      errors: { orderQuantity: QUANTITY_RULE },
    });
  }
}

export class SoldInPacks extends DomainError {
  /** @param step units of a pack */
  constructor(step: number) {
    const detail = `Sold in packs of ${step}`;
    super(422, 'sold-in-packs', 'Sold in packs', detail, { errors: { orderQuantity: detail } });
  }
}

export class NotEnoughStock extends DomainError {
  /** @param available units that can be ordered now */
  constructor(available: number) {
    super(409, 'not-enough-stock', 'Not enough stock', QUANTITY_RULE, { available });
  }
}

/** The price that the customer saw is not the one that they would pay. */
export class PriceChanged extends DomainError {
  constructor(cents: number) {
    const detail = `The price is ${formatDollars(cents)} now; please look at it again.`;
    super(409, 'price-changed', 'Another price', detail, { price: toDollars(cents) });
  }
}

/** Another order has the external id: that of an earlier call with it, for example. */
export class ExternalIdTaken extends DomainError {
  constructor(order: { _id: string; number: string }) {
    const detail = `Order ${order.number} has this external id.`;
    super(409, 'external-id-taken', 'Conflict', detail, { errors: { externalId: detail }, order });
  }
}

/** A line that cannot be ordered as it is, and why. */
export interface RefusedLine {
  /** Its place among the lines, from 0. */
  line: number;
  error: DomainError;
}

/** Which field of a line an error is about. */
const fieldOf = (error: DomainError): string =>
  error instanceof PriceChanged ? 'price' : error instanceof NotFound ? 'productId' : 'orderQuantity';

/** Several parts cannot be ordered together: names every line at fault, and what can be had of it. */
export class LinesRefused extends DomainError {
  /** @param refused at least one */
  constructor(readonly refused: readonly RefusedLine[]) {
    const lines = refused.map(({ line, error }) => ({ line, code: error.code, ...pickFacts(error) }));
    const errors = refused.map(({ line, error }) => [`lines.${line}.${fieldOf(error)}`, error.message]);
    const available = lines.find((line) => line.available !== undefined)?.available;
    const isRuleBroken = refused.every(({ error }) => error.status === 422);
    const detail =
      refused.length === 1
        ? refused[0]!.error.message
        : `${refused.length} lines cannot be ordered as they are.`;
    super(isRuleBroken ? 422 : 409, 'lines-refused', 'Lines refused', detail, {
      errors: Object.fromEntries(errors) as Record<string, string>,
      ...(available !== undefined && { available }),
      lines,
    });
  }
}

/** What an error says besides its sentence: units that can be had, and a price in dollars. */
const pickFacts = ({ extra }: DomainError): { available?: number; price?: number } => ({
  ...(typeof extra['available'] === 'number' && { available: extra['available'] }),
  ...(typeof extra['price'] === 'number' && { price: extra['price'] }),
});

/** The shop does not deliver there, or not so. */
export class NotDelivered extends DomainError {
  /** @param field of the request: what would have to be another */
  constructor(field: 'address.country' | 'deliveryMethodId', detail: string) {
    super(422, 'not-delivered', 'Not delivered', detail, { errors: { [field]: detail } });
  }
}

export class OrderTotalOutOfRange extends DomainError {
  constructor(min: number, max: number) {
    const detail = `An order's total must be between ${formatDollars(min)} and ${formatDollars(max)}.`;
    super(422, 'total-out-of-range', 'Total out of range', detail);
  }
}

export class ProductNotNamed extends DomainError {
  constructor() {
    super(422, 'product-not-named', 'No single product', 'productName does not name exactly one product.');
  }
}

export class TooManyUnpaidOrders extends DomainError {
  constructor(max: number) {
    const detail = `You have ${max} unpaid orders; pay or remove one of them first.`;
    super(409, 'too-many-unpaid-orders', 'Too many unpaid orders', detail);
  }
}

/** 403: a first order, where customers have to verify their address before it. */
export class EmailNotVerified extends DomainError {
  constructor() {
    const detail = 'Verify your e-mail address before your first order.';
    super(403, 'email-not-verified', 'E-mail address not verified', detail);
  }
}

export class NewCustomerStockShare extends DomainError {
  /** @param available units that this customer can order now */
  constructor(share: number, available: number) {
    const most = `Before your first payment you can hold at most ${Math.round(share * 100)} % of a product's stock`;
    const now = available
      ? `you can order up to ${available} now.`
      : 'pay or remove your unpaid order first.';
    super(409, 'new-customer-stock-share', 'Too much for a first order', `${most}; ${now}`, { available });
  }
}

/** Customers who never paid hold their part of a product's stock together. */
export class NewCustomersJointShare extends DomainError {
  /** @param available units that this customer can order now */
  constructor(share: number, available: number) {
    const most = `Customers who have not paid an order yet can hold at most ${Math.round(share * 100)} % of a product's stock together`;
    const now = available
      ? `you can order up to ${available} now.`
      : 'pay your unpaid order first, or try again later.';
    super(409, 'new-customers-joint-share', 'Too much for a first order', `${most}; ${now}`, { available });
  }
}

/** A request that the state of the order does not allow. */
export class WrongState extends DomainError {
  constructor(detail: string) {
    super(409, 'wrong-state', 'Conflict', detail);
  }
}

const errorAt = (field: string | undefined, detail: string) =>
  field === undefined ? {} : { errors: { [field]: detail } };

/** Units that are not there to be shipped. */
export class NotToBeShipped extends DomainError {
  /** @param field of the request, where one is at fault */
  constructor(detail: string, field?: string) {
    super(422, 'not-to-be-shipped', 'Cannot be shipped', detail, errorAt(field, detail));
  }
}

/** Units that are not there to be refunded. */
export class NotToBeRefunded extends DomainError {
  /** @param field of the request, where one is at fault */
  constructor(detail: string, field?: string) {
    super(422, 'not-to-be-refunded', 'Cannot be refunded', detail, errorAt(field, detail));
  }
}

export class RefundTooLarge extends DomainError {
  /** @param left what can be refunded, in whole cents */
  constructor(left: number) {
    const detail = `At most ${formatDollars(left)} is left to refund.`;
    super(422, 'refund-too-large', 'Too much', detail, { errors: { amount: detail } });
  }
}

/** A payment that is not what this order needs. */
export class PaymentMismatch extends DomainError {
  constructor(detail: string) {
    super(409, 'payment-mismatch', 'Not the payment of this order', detail);
  }
}

/** The payment provider works, but rejected the call; repeating it at once would not help. */
export class PaymentProviderRejected extends DomainError {
  constructor(what: string) {
    const detail = `The payment provider refused to ${what} the payment of this order.`;
    super(409, 'payment-provider-refused', 'Conflict', detail);
  }
}
