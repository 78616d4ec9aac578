import type { Availability, Product, Review } from '../../api/types';
import type { JsonLd } from '../../shared/json-ld';
import { kindName } from './kind-name';

/** Makes a path of this origin an absolute URL. */
type Absolute = (path: string) => string;

/** UN/CEFACT's code of one unit, in which all quantities are. */
const UNIT = 'C62';

/** schema.org's word for each state; it has none for less in stock than the least that can be ordered. */
const AVAILABILITY: Record<Availability, string> = {
  orderable: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  'below-minimum': 'https://schema.org/OutOfStock',
  'sold-out': 'https://schema.org/SoldOut',
};

const shop = (absolute: Absolute): JsonLd => ({
  '@type': 'Organization',
  '@id': absolute('/#shop'),
  name: 'Rapid Manufacturer',
  url: absolute('/'),
  logo: absolute('/apple-touch-icon.png'),
});

/** The shop, and the site that it is. */
export const shopData = (absolute: Absolute): JsonLd[] => [
  shop(absolute),
  {
    '@type': 'WebSite',
    '@id': absolute('/#site'),
    name: 'Rapid Manufacturer',
    url: absolute('/'),
    publisher: { '@id': absolute('/#shop') },
  },
];

/** The path to a page from the home page, which is not named. */
export const breadcrumbData = (
  absolute: Absolute,
  path: readonly { name: string; to: string }[],
): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', to: '/' }, ...path].map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(to),
  })),
});

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

/** Reviews of the shop, as many as the page shows. */
export const shopReviewsData = (absolute: Absolute, reviews: readonly Review[]): JsonLd => ({
  ...shop(absolute),
  review: reviews.map(({ name, comments, ratings, createdAt }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name },
    datePublished: createdAt,
    reviewBody: comments,
    reviewRating: { '@type': 'Rating', ratingValue: ratings, bestRating: 5, worstRating: 1 },
  })),
});
