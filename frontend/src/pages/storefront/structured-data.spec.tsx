import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Validator from '@adobe/structured-data-validator';
import { describe, expect, it } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Availability, ProductDetail, Review } from '../../api/types';
import type { JsonLd } from '../../lib/json-ld';
import { PageTitle } from '../../ui/page-title';
import { productData } from './part/product-data';
import { shopReviewsData } from './reviews/reviews-data';
import { breadcrumbData, shopData } from '../../features/products/structured-data';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
/** The vocabulary's terms of its classes and properties, as the validator knows them. */
const TERMS: Record<string, string> = {
  [`${RDFS}subClassOf`]: 'rdfs:subClassOf',
  'http://schema.org/domainIncludes': 'schema:domainIncludes',
};

/** schema.org's whole vocabulary: from a package, where the validator would fetch it. */
function vocabulary() {
  const file = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq');
  const nodes = new Map<string, Record<string, unknown>>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, subject, predicate = '', object = ''] = /^<(.*?)> <(.*?)> <(.*?)> /.exec(line) ?? [];
    if (!subject) continue;
    const node = nodes.get(subject) ?? { '@id': subject };
    nodes.set(subject, node);
    const term = TERMS[predicate];
    if (term) node[term] = [...((node[term] as object[] | undefined) ?? []), { '@id': object }];
    else if (predicate === `${RDF}type` && object === `${RDFS}Class`) node['@type'] = 'rdfs:Class';
    else if (predicate === `${RDF}type` && object === `${RDF}Property`) node['@type'] = 'rdf:Property';
  }
  return { '@graph': [...nodes.values()] };
}

const validator = new Validator(vocabulary());

/** What is wrong with the structured data of a page, read from its HTML as a search engine reads it. */
async function issuesOf(jsonLd: readonly JsonLd[]) {
  const html = renderToStaticMarkup(<PageTitle title="Page" canonical="/" jsonLd={jsonLd} />);
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const { '@context': context, '@graph': graph } = JSON.parse(text) as {
    '@context': string;
    '@graph': JsonLd[];
  };
  expect(context).toBe('https://schema.org');
  const found = graph.map((node) => validator.validate({ jsonld: { [node['@type']]: [node] } }));
  const issues = (await Promise.all(found)).flat();
  // what Google would like to know besides, such as a colour
  const wishes = /^Missing (one of )?field /;
  return issues
    .filter(({ severity, issueMessage }) => severity === 'ERROR' || !wishes.test(issueMessage))
    .map(({ issueMessage }) => issueMessage);
}

const absolute = (path: string) => `https://shop.example${path}`;
const product = (fields: Partial<ProductDetail> = {}): ProductDetail => ({
  _id: '665f1c2ab8d4e1a2b3c4d5e6',
  name: 'Northbeam 480 SSD',
  img: '/products/northbeam.webp',
  price: 49.9,
  minimumOQ: 5,
  availableQ: 120,
  description: 'A 480 GB drive.',
  kind: 'ssd',
  kindLabel: 'SSD',
  sku: 'NB-480',
  manufacturer: 'Halyard',
  partNumbers: ['NB-480-A', 'NB-480-B'],
  gtin: '4006381333931',
  specification: [
    {
      label: '',
      specs: [
        {
          key: 'capacityGb',
          label: 'Capacity',
          text: '480 GB',
          isStated: true,
          value: 480,
          unit: 'GB',
          unitCode: 'E34',
        },
        { key: 'speedMts', label: 'Speed', text: '3,200 MT/s', isStated: true, value: 3_200, unit: 'MT/s' },
        { key: 'enduranceTbw', label: 'Endurance', text: 'Not stated', isStated: false, unit: 'TBW' },
      ],
    },
    {
      label: 'Connection',
      specs: [
        { key: 'interface', label: 'Interface', text: 'SATA 6 Gb/s', isStated: true, value: 'sata-6gb' },
        { key: 'nvme', label: 'NVMe', text: 'No', isStated: true, value: false },
        { key: 'sockets', label: 'Fits', text: 'AM4, AM5', isStated: true, value: ['am4', 'am5'] },
      ],
    },
  ],
  availability: 'orderable',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const review: Review = {
  _id: '1',
  name: 'Ada',
  ratings: 4,
  comments: 'Good parts.',
  createdAt: '2026-01-02T00:00:00.000Z',
} as Review;

const property = (propertyID: string, name: string, value: unknown, unit: object = {}) => ({
  '@type': 'PropertyValue',
  propertyID,
  name,
  value,
  ...unit,
});

describe('structured data', () => {
  it.each<[string, readonly JsonLd[]]>([
    ['a product', [productData(absolute, product())]],
    [
      'a product with only what it must have',
      [
        productData(absolute, {
          _id: '665f1c2ab8d4e1a2b3c4d5e6',
          name: 'Northbeam 480 SSD',
          img: '/products/northbeam.webp',
          price: 49.9,
          minimumOQ: 5,
          availableQ: 120,
          description: 'A 480 GB drive.',
          availability: 'orderable',
          createdAt: '2026-01-01T00:00:00.000Z',
        }),
      ],
    ],
    ['the shop', shopData(absolute)],
    ['its reviews', [shopReviewsData(absolute, [review])]],
    [
      'a path',
      [
        breadcrumbData(absolute, [
          { name: 'All Products', to: '/parts' },
          { name: 'Fan', to: '/parts/1' },
        ]),
      ],
    ],
  ])('of %s is valid against schema.org', async (_what, nodes) => {
    expect(await issuesOf(nodes)).toEqual([]);
  });

  it.each<[string, JsonLd]>([
    ['a property that the type does not have', { ...productData(absolute, product()), wheels: 4 }],
    ['a product without a name', { ...productData(absolute, product()), name: undefined }],
  ])('is checked by a validator that finds %s', async (_what, node) => {
    expect(await issuesOf([node])).not.toEqual([]);
  });

  it.each<[Availability, string]>([
    ['orderable', 'InStock'],
    ['low', 'LimitedAvailability'],
    ['below-minimum', 'OutOfStock'],
    ['sold-out', 'SoldOut'],
  ])('offers what is %s as %s', (availability, expected) => {
    expect(productData(absolute, product({ availability }))['offers']).toMatchObject({
      availability: `https://schema.org/${expected}`,
    });
  });

  it('says of a product what is known of it: numbers in their units, the rest as people read it', () => {
    const about = productData(absolute, product());
    expect(about).toMatchObject({
      category: 'SSD',
      gtin: '4006381333931',
      mpn: 'NB-480-A',
      brand: { name: 'Halyard' },
      manufacturer: { name: 'Halyard' },
    });
    expect(about['additionalProperty']).toEqual([
      property('capacityGb', 'Capacity', 480, { unitCode: 'E34' }),
      property('speedMts', 'Speed', 3_200, { unitText: 'MT/s' }),
      property('interface', 'Interface', 'SATA 6 Gb/s'),
      property('nvme', 'NVMe', 'No'),
      property('sockets', 'Fits', 'AM4, AM5'),
    ]);
  });

  it('offers a unit at its price, from the minimum order on', () => {
    expect(productData(absolute, product())['offers']).toMatchObject({
      price: '49.90',
      priceCurrency: 'USD',
      eligibleQuantity: { minValue: 5 },
      inventoryLevel: { value: 120 },
    });
  });
});
