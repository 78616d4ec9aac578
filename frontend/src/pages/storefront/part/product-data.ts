import type { Availability, ProductDetail } from '../../../api/types';
import type { JsonLd } from '../../../lib/json-ld';
import { shop, type Absolute } from '../../../features/products/structured-data';

type ShownSpec = NonNullable<ProductDetail['specification']>[number]['specs'][number];

/** UN/CEFACT's code of one unit, in which all quantities are. */
const UNIT = 'C62';

/** schema.org's word for each state; it has none for less in stock than the least that can be ordered. */
const AVAILABILITY: Record<Availability, string> = {
  orderable: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  'below-minimum': 'https://schema.org/OutOfStock',
  'sold-out': 'https://schema.org/SoldOut',
};

/** A specification that is known: a number with its unit, anything else as people read it. */
const propertyOf = ({ key, label, text, value, unit, unitCode }: ShownSpec): JsonLd[] =>
  value === undefined
    ? []
    : [
        {
          '@type': 'PropertyValue',
          propertyID: key,
          name: label,
          value: typeof value === 'number' ? value : text,
          ...(unitCode ? { unitCode } : unit && { unitText: unit }),
        },
      ];

/** What the shop offers of a product. It has no reviews of its own: those on its page are about the shop. */
export function productData(absolute: Absolute, product: ProductDetail): JsonLd {
  const { _id, name, img, description, kindLabel, sku, price, minimumOQ, availableQ, availability } = product;
  const { manufacturer, partNumbers = [], gtin, specification = [] } = product;
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
    ...(kindLabel && { category: kindLabel }),
    ...(gtin && { gtin }),
    ...(partNumbers[0] && { mpn: partNumbers[0] }),
    manufacturer: manufacturer ? { '@type': 'Organization', name: manufacturer } : shop(absolute),
    ...(manufacturer && { brand: { '@type': 'Brand', name: manufacturer } }),
    ...(specification.length > 0 && {
      additionalProperty: specification.flatMap(({ specs }) => specs.flatMap(propertyOf)),
    }),
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
