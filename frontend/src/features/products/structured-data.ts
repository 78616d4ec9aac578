import type { JsonLd } from '../../lib/json-ld';

/** Makes a path of this origin an absolute URL. */
export type Absolute = (path: string) => string;

export const shop = (absolute: Absolute): JsonLd => ({
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
