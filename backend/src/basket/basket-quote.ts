import { toDollars } from '../common/money.js';
import { type Charge, charge, type Chargeable } from '../delivery/charges.js';
import { toDeliveryOfferDto } from '../delivery/delivery.dto.js';
import { toProductDto } from '../products/product.dto.js';
import type { Product } from '../products/product.schema.js';
import { unitPriceAt } from '../products/pricing.js';
import { problemsOf } from './basket-check.js';
import type { BasketDto, BasketLineDto } from './basket.dto.js';
import type { BasketLine } from './basket.schema.js';

/** Of a product, what a basket reads. */
export const SHOWN_FIELDS = {
  name: 1,
  img: 1,
  priceCents: 1,
  breaks: 1,
  minimumOQ: 1,
  orderStep: 1,
  availableQ: 1,
  availability: 1,
  description: 1,
  kind: 1,
  sku: 1,
  removedAt: 1,
  createdAt: 1,
} satisfies Partial<Record<keyof Product, 1>>;

interface QuotedLine {
  line: BasketLine;
  /** Also one that is no longer sold; undefined when the shop does not know it. */
  product: Product | undefined;
  /** The product, while it is sold. */
  offer: Product | undefined;
  quantity: number;
  /** 0 when it is not sold. */
  unitCents: number;
}

/**
 * The lines checked against the products as they are, and what they would cost.
 *
 * @param products by their ids
 */
export function quoteOf(
  lines: readonly BasketLine[],
  products: ReadonlyMap<string, Product>,
  at: Omit<Chargeable, 'lines'>,
): BasketDto {
  const quoted = lines.map((line): QuotedLine => {
    const product = products.get(String(line.productId));
    const offer = product?.removedAt ? undefined : product;
    const { quantity } = line;
    return { line, product, offer, quantity, unitCents: offer ? unitPriceAt(offer, quantity) : 0 };
  });
  const charged = chargeOf(quoted, at);
  const { delivery, offers, isDelivered, tax, subtotalCents, taxCents, totalCents } = charged;
  const chosen = offers.find(({ method }) => String(method._id) === delivery?.methodId);
  return {
    lines: quoted.map(toLineDto),
    subtotal: toDollars(subtotalCents),
    deliveryOffers: offers.map(toDeliveryOfferDto),
    ...(chosen && { delivery: toDeliveryOfferDto(chosen) }),
    isDelivered,
    tax: toDollars(taxCents),
    taxRate: tax.rate,
    pricesIncludeTax: tax.isIncluded,
    total: toDollars(totalCents),
  };
}

function chargeOf(lines: readonly QuotedLine[], at: Omit<Chargeable, 'lines'>): Charge {
  const asked = charge({ ...at, lines });
  if (lines.every(({ offer }) => !offer)) {
    // nothing is delivered
    const { delivery: _, ...rest } = asked;
    return { ...rest, taxCents: 0, totalCents: 0 };
  }
  // the method that is asked for does not deliver there: the cheapest one that does
  return asked.delivery ? asked : charge({ ...at, methodId: undefined, lines });
}

const toLineDto = ({ line, product, offer, quantity, unitCents }: QuotedLine): BasketLineDto => ({
  productId: String(line.productId),
  orderQuantity: quantity,
  name: product?.name ?? '',
  img: product?.img ?? '',
  ...(offer && { product: toProductDto(offer) }),
  price: toDollars(unitCents),
  total: toDollars(unitCents * quantity),
  problems: problemsOf(line, offer),
});
