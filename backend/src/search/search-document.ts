import type { Kind, Spec, Specs } from '../kinds/kind.js';
import type { KindBook } from '../kinds/kind-book.js';
import { specText } from '../kinds/spec-value.js';
import type { Availability } from '../products/availability.js';
import type { ProductState } from '../products/product-edit.dto.js';
import type { Product } from '../products/product.schema.js';
import { compactOf, indexedWords, wordsOf } from './words/words.js';

/** The texts by which a product is found: words with spaces between. */
export interface SearchTexts {
  name: string;
  /** Of its kind: label, plural, group and slug. */
  kind: string;
  /** Its SKU, part numbers and GTIN. */
  numbers: string;
  /** Who makes it. */
  maker: string;
  /** The values of its specifications. */
  specs: string;
  description: string;
}

/** What an index holds of a product that is on sale or archived. */
export interface SearchDocument {
  /** The product's `_id`. */
  id: string;
  /** Rises with each change of the product: an index never goes back. */
  changes: number;
  /** The version of what admins edit; while it is the same, so are the texts. */
  version: number;
  state: ProductState;
  /** '' for none. */
  kind: string;
  availability: Availability;
  priceCents: number;
  /** In ms since 1970. */
  createdAt: number;
  availableQ: number;
  name: string;
  specs: Specs;
  /** Its numbers without signs, in lower case: exactly one of them finds it first. */
  numbers: string[];
  /** What another system calls it, the same way; only admins find it by that. */
  external: string[];
  texts: SearchTexts;
}

/** How many digits a GTIN is written with: a shorter one has zeros before it. */
const GTIN_DIGITS = [8, 12, 13, 14];

/** A GTIN in all the ways that it is written: a UPC of 12 digits is an EAN of 13 that begins with a zero. */
function gtinsOf(gtin: string): string[] {
  const digits = gtin.replace(/^0+/, '');
  return [gtin, digits, ...GTIN_DIGITS.map((length) => digits.padStart(length, '0'))];
}

type Numbered = Pick<Product, 'sku' | 'partNumbers' | 'gtin'>;

/** As they are stored. */
export const numbersOf = ({ sku, partNumbers = [], gtin }: Numbered): string[] =>
  [sku, ...partNumbers, gtin].filter((number) => number !== undefined);

/** As they are typed. */
const typedNumbersOf = (product: Numbered): string[] => [
  ...new Set([...numbersOf(product), ...(product.gtin === undefined ? [] : gtinsOf(product.gtin))]),
];

/** The number of a product that begins with what was typed without signs, as it is stored. */
export function numberBeginning(product: Numbered, typed: string): string | undefined {
  const begins = (number: string): boolean => compactOf(number).startsWith(typed);
  const { gtin } = product;
  return (
    numbersOf(product).find(begins) ?? (gtin !== undefined && gtinsOf(gtin).some(begins) ? gtin : undefined)
  );
}

/** How people search for a value: with its unit, or with what it counts; a flag by its name. */
function searchedText(spec: Spec, specs: Specs): string {
  const value = specs[spec.key];
  if (value === undefined || value === false) return '';
  if (value === true) return spec.label;
  if (typeof value === 'number')
    return spec.unit === undefined ? `${value} ${spec.label}` : specText(spec, value);
  return `${specText(spec, value)} ${spec.type === 'text' ? '' : spec.label}`;
}

/** Its other names are synonyms of these: see `kindSynonyms`. */
const kindText = ({ label, plural, group, slug }: Kind): string => [label, plural, group, slug].join(' ');

const words = (text: string): string => indexedWords(text).join(' ');

/** A number as a whole, with and without its signs, and what its signs divide. */
const numberWords = (numbers: readonly string[]): string =>
  [...new Set(numbers.flatMap((number) => [...wordsOf(number), compactOf(number)]))].join(' ');

/** The words of each kind; they are the same for all of its parts. */
const kindWords = new WeakMap<Kind, string>();
function wordsOfKind(kind: Kind): string {
  let known = kindWords.get(kind);
  if (known === undefined) kindWords.set(kind, (known = words(kindText(kind))));
  return known;
}

export function toSearchDocument(book: KindBook, product: Product): SearchDocument {
  const kind = book.get(product.kind);
  const specs = product.specs ?? {};
  const numbers = typedNumbersOf(product);
  return {
    id: String(product._id),
    changes: product.changes ?? 0,
    version: product.version ?? 0,
    state: product.archived ? 'archived' : 'on-sale',
    kind: product.kind ?? '',
    availability: product.availability,
    priceCents: product.priceCents,
    createdAt: product.createdAt.getTime(),
    availableQ: product.availableQ,
    name: product.name,
    specs,
    numbers: [...new Set(numbers.map(compactOf))].filter((number) => number !== ''),
    external: compactOf(product.externalId ?? '') === '' ? [] : [compactOf(product.externalId!)],
    texts: {
      name: words(product.name),
      kind: kind ? wordsOfKind(kind) : words(product.kind ?? ''),
      numbers: numberWords(numbers),
      maker: words(product.manufacturer ?? ''),
      specs: kind ? words(kind.specs.map((spec) => searchedText(spec, specs)).join(' ')) : '',
      description: words(product.description),
    },
  };
}
