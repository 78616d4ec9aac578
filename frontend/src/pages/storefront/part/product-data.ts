import type { Availability, Product } from '../../../api/types';
import type { JsonLd } from '../../../lib/json-ld';
import { kindName } from '../../../features/products/kind-name';
import { shop, type Absolute } from '../../../features/products/structured-data';

/** UN/CEFACT's code of one unit, in which all quantities are. */
const UNIT = 'C62';

/** schema.org's word for each state; it has none for less in stock than the least that can be ordered. */
const AVAILABILITY: Record<Availability, string> = {
  orderable: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  'below-minimum': 'https://schema.org/OutOfStock',
  'sold-out': 'https://schema.org/SoldOut',
};

/** What the shop offers of a product. It has no reviews of its own: those on its page are about the shop. */
export function productData(absolute: Absolute, product: Product): JsonLd {
  const { _id, name, img, description, kind, sku, price, minimumOQ, availableQ, availability } = product;
  const url = absolute(`/parts/${_id}`);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    description,
    image: absolute(img),
    url,
    productID: _id,
    ...(sku && { sku }),
    ...(kind && { category: kindName(kind) }),
    manufacturer: shop(absolute),
    offers: {
      '@type': 'Offer',
      url,
      price: price.toFixed(2),
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: price.toFixed(2),
        priceCurrency: 'USD',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: UNIT },
      },
      availability: AVAILABILITY[availability],
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: minimumOQ, unitCode: UNIT },
      inventoryLevel: { '@type': 'QuantitativeValue', value: availableQ, unitCode: UNIT },
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@id': absolute('/#shop') },
    },
  };
}
