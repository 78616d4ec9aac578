import type { API } from '@opensearch-project/opensearch';
import type { Kind, Spec, Specs, SpecValue } from '../../kinds/kind.js';
import type { KindBook } from '../../kinds/kind-book.js';
import type { SearchDocument, SearchTexts } from '../search-document.js';
import { LEAST_NUMBER } from '../words/numbers.js';

/** How an index holds products. */

/** Every text. */
export const ALL_WORDS = 'words';
/** What names a product: its name, kind and short numbers. */
export const NAMING_WORDS = 'naming';

export const textField = (text: keyof SearchTexts): string => `texts.${text}`;
/** A number, or the place of an option: what rows are sorted by. */
export const numberField = (key: string): string => `num.${key}`;
/** The values of options, flags and texts. */
export const valueField = (key: string): string => `val.${key}`;
/** The field that is there where a specification is stated. */
export const statedField = ({ key, type }: Spec): string =>
  type === 'number' ? numberField(key) : valueField(key);

/** State of a product that is not listed any more: it keeps its version, so that no older one comes back. */
export const REMOVED = 'removed';

/** A row more than pages reach, which tells whether there is a next one. */
const MAX_ROWS = 10_001;
/** 100 kinds with 60 specifications each, in two fields at most. */
const MAX_FIELDS = 12_100;

type Property = NonNullable<NonNullable<API.Indices_Create_RequestBody['mappings']>['properties']>[string];

/** Words that `words/` has made: each at most once in a text, so neither their number nor their places are kept. */
const words = (settings: object = {}): Property => ({
  type: 'text',
  analyzer: 'whitespace',
  index_options: 'docs',
  norms: false,
  ...settings,
});
/** A word counts for more in a short text. */
const weighed = (settings: object): Property => words({ norms: true, ...settings });
const keyword = (settings: object = {}): Property => ({ type: 'keyword', ...settings });

/** @param writeAlias a name for writing to this index only: while there is no such index, a write under it makes none */
export const indexDefinition = (writeAlias: string, begunAt: Date): API.Indices_Create_RequestBody => ({
  aliases: { [writeAlias]: {} },
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // every write says whether it has to be seen
    refresh_interval: '-1',
    max_result_window: MAX_ROWS,
    'mapping.total_fields.limit': MAX_FIELDS,
  },
  mappings: {
    _meta: { begunAt: begunAt.toISOString() },
    // texts are looked up, and never read
    _source: { excludes: ['texts'] },
    dynamic: false,
    dynamic_templates: [
      { numbers: { path_match: 'num.*', mapping: { type: 'double' } } },
      { values: { path_match: 'val.*', mapping: { type: 'keyword', ignore_above: 1_000 } } },
    ],
    properties: {
      id: keyword({ index: false }),
      state: keyword(),
      kind: keyword(),
      availability: keyword(),
      numbers: keyword({ doc_values: false }),
      external: keyword({ doc_values: false }),
      name: keyword({ index: false, ignore_above: 8_000 }),
      priceCents: { type: 'long' },
      createdAt: { type: 'long' },
      availableQ: { type: 'long' },
      [ALL_WORDS]: words(),
      [NAMING_WORDS]: words(),
      texts: {
        properties: {
          name: weighed({ copy_to: [ALL_WORDS, NAMING_WORDS] }),
          kind: words({ copy_to: [ALL_WORDS, NAMING_WORDS] }),
          numbers: words({ copy_to: [ALL_WORDS, NAMING_WORDS] }),
          maker: words({ copy_to: [ALL_WORDS] }),
          specs: weighed({ copy_to: [ALL_WORDS] }),
          description: weighed({ copy_to: [ALL_WORDS] }),
        },
      },
      num: { type: 'object', dynamic: true },
      val: { type: 'object', dynamic: true },
    },
  },
});

/** What is written of one product. */
export interface IndexWrite {
  id: string;
  /** Of the product, from 1 on; an index keeps the highest. */
  version: number;
  source: object;
}

const versionOf = (changes: number): number => Math.min(changes + 1, Number.MAX_SAFE_INTEGER);

interface IndexedSpec {
  num?: number;
  val?: string | string[];
}

/** A value that the specification has no option for is not known, as in a filter. */
function indexedSpec({ type, options }: Spec, value: SpecValue): IndexedSpec {
  const placeOf = (option: unknown): number => options.findIndex((each) => each.value === String(option)) + 1;
  switch (type) {
    case 'number':
      return typeof value === 'number' ? { num: value } : {};
    case 'choice': {
      const place = placeOf(value);
      return place === 0 ? {} : { num: place, val: options[place - 1]!.value };
    }
    case 'choices': {
      const places = (Array.isArray(value) ? value : [])
        .map(placeOf)
        .filter((place) => place > 0)
        .toSorted((a, b) => a - b);
      return places.length === 0
        ? {}
        : { num: places[0]!, val: places.map((place) => options[place - 1]!.value) };
    }
    case 'flag':
      return value === true || value === false ? { num: value ? 1 : 2, val: String(value) } : {};
    default:
      return typeof value === 'string' ? { val: value } : {};
  }
}

function indexedSpecs(kind: Kind | undefined, specs: Specs) {
  const num: Record<string, number> = {};
  const val: Record<string, string | string[]> = {};
  for (const spec of kind?.specs ?? []) {
    const value = specs[spec.key];
    if (value === undefined) continue;
    const indexed = indexedSpec(spec, value);
    if (indexed.num !== undefined) num[spec.key] = indexed.num;
    if (indexed.val !== undefined) val[spec.key] = indexed.val;
  }
  return { num, val };
}

/** A word that was cut may end with half of a character. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

export function writeOf(
  book: KindBook,
  { id, changes, version: _version, specs, texts, ...fields }: SearchDocument,
): IndexWrite {
  // longer ones are found by their beginnings
  const numbers = fields.numbers.filter((number) => number.length < LEAST_NUMBER).join(' ');
  const indexedTexts = Object.entries({ ...texts, numbers }).map(([field, text]) => [
    field,
    wellFormed(text),
  ]);
  const source = {
    id,
    ...fields,
    texts: Object.fromEntries(indexedTexts) as SearchTexts,
    ...indexedSpecs(book.get(fields.kind), specs),
  };
  return { id, version: versionOf(changes), source };
}

export const removalOf = ({ id, changes }: { id: string; changes: number }): IndexWrite => ({
  id,
  version: versionOf(changes),
  source: { id, state: REMOVED },
});
