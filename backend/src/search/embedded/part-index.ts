import type { KindBook } from '../../kinds/kind-book.js';
import { AVAILABILITIES } from '../../products/availability.js';
import type { ProductState } from '../../products/product-edit.dto.js';
import type { SearchDocument } from '../search-document.js';
import {
  type EngineCounts,
  type EnginePage,
  type EngineQuery,
  type EngineSort,
  orderRank,
  type PageWanted,
  type SortKey,
} from '../search-engine.js';
import { compareKeys, directionOf, pageOf } from '../sort-keys.js';
import { calledKinds } from '../words/called-kinds.js';
import { KindTable, type TableCounts } from './kind-table.js';
import { EXACT, type Matches, NAMED } from './matches.js';
import { WordIndex } from './word-index.js';

/** Where a product is, and what it was put there with. */
interface Place {
  table: KindTable;
  row: number;
  changes: number;
  version: number;
}

interface Hit {
  table: KindTable;
  row: number;
}

const ORDER_RANKS = AVAILABILITIES.map(orderRank);

/** All products of one moment, and the changes since. What it holds of a product is replaced at once. */
export class PartIndex {
  private readonly tables = new Map<string, KindTable>();
  private readonly places = new Map<string, Place>();
  private readonly words = new WordIndex();
  /** By the numbers that the index of words knows products by. */
  private readonly placesByWords: (Place | undefined)[] = [];

  constructor(readonly book: KindBook) {}

  get size(): number {
    return this.places.size;
  }

  put(document: SearchDocument): void {
    const place = this.places.get(document.id);
    if (place && place.changes > document.changes) return;
    const isSame = place?.version === document.version && place.table === this.tableOf(document.kind);
    if (place && isSame) {
      place.table.update(place.row, document);
      place.changes = document.changes;
      return;
    }
    if (place) this.drop(document.id, place);
    const table = this.tableOf(document.kind);
    const wordsId = this.words.add(document);
    const row = table.add(document, wordsId);
    const added = { table, row, changes: document.changes, version: document.version };
    this.places.set(document.id, added);
    this.placesByWords[wordsId] = added;
  }

  remove(id: string): void {
    const place = this.places.get(id);
    if (place) this.drop(id, place);
  }

  find(query: EngineQuery, sort: EngineSort, page: PageWanted): EnginePage {
    const { found, matches } = this.search(query);
    const exact = query.number === undefined ? undefined : this.withNumber(query.number, query.filters.state);
    const exactHit = found.find((hit) => rowOf(hit).wordsId === exact);
    const called = new Set(query.plan ? calledKinds(query.plan, this.book.all) : []);
    const keyOf = keyFor(sort, matches, { exact, called });
    const rows = found.map((hit) => ({ id: rowOf(hit).id, key: keyOf(hit) }));
    const direction = directionOf(sort);
    return {
      rows: pageOf(rows, (a, b) => compareKeys(a.key, b.key, direction), page),
      total: found.length,
      ...(exactHit && { exactId: rowOf(exactHit).id }),
    };
  }

  count(query: EngineQuery): EngineCounts {
    return this.search(query, true).counts;
  }

  readonly knows = this.words.knows.bind(this.words);
  readonly similar = this.words.similar.bind(this.words);

  private search(
    { filters, plan, isAdmin }: EngineQuery,
    isCounting = false,
  ): { found: Hit[]; matches: Matches | undefined; counts: EngineCounts } {
    const matches = plan && this.words.find(plan, isAdmin);
    const chosen = filters.kind?.slug ?? filters.unknownKind;
    const counts: TableCounts = { availabilities: new Map(), specs: new Map() };
    const kinds = new Map<string, number>();
    const found: Hit[] = [];
    for (const [slug, table] of this.tables) {
      const isChosen = chosen === undefined || slug === chosen;
      if (!isChosen && !isCounting) continue;
      const rows = table.matching(filters, matches, isChosen && isCounting ? counts : undefined);
      if (rows.length > 0) kinds.set(slug, rows.length);
      if (!isChosen || isCounting) continue;
      for (const row of rows) found.push({ table, row });
    }
    return { found, matches, counts: { kinds, ...counts } };
  }

  /** The only product of a state with a number. */
  private withNumber(number: string, state: ProductState): number | undefined {
    const owners = this.words.withNumber(number).filter((id) => {
      const { table, row } = this.placesByWords[id]!;
      return table.isOf(state, row);
    });
    return owners.length === 1 ? owners[0] : undefined;
  }

  private tableOf(slug: string): KindTable {
    let table = this.tables.get(slug);
    if (!table) this.tables.set(slug, (table = new KindTable(this.book.get(slug))));
    return table;
  }

  private drop(id: string, { table, row }: Place): void {
    const { wordsId } = table.rows[row]!;
    this.words.remove(wordsId);
    this.placesByWords[wordsId] = undefined;
    table.remove(row);
    this.places.delete(id);
  }
}

const rowOf = ({ table, row }: Hit) => table.rows[row]!;
const rank = (isFirst: boolean): number => (isFirst ? 0 : 1);

/**
 * What a hit is sorted by.
 *
 * @param first what comes first by relevance: the product with the number that was typed, and the kinds that are called so
 */
function keyFor(
  sort: EngineSort,
  matches: Matches | undefined,
  first: { exact: number | undefined; called: ReadonlySet<string> },
): (hit: Hit) => SortKey {
  switch (sort.by) {
    case 'relevance':
      return (hit) => {
        const { id, availability, createdAt, wordsId } = rowOf(hit);
        const flags = matches?.flags[wordsId] ?? 0;
        return [
          rank(wordsId === first.exact),
          rank((flags & NAMED) !== 0),
          ORDER_RANKS[availability]!,
          rank((flags & EXACT) !== 0),
          rank(first.called.has(hit.table.kind?.slug ?? '')),
          -(matches?.scores[wordsId] ?? 0),
          -createdAt,
          id,
        ];
      };
    case 'spec':
      return (hit) => {
        const value = hit.table.specOf(hit.row, sort.spec.key);
        // those without a value come last in both directions
        return [(value === undefined ? 1 : 0) * sort.direction, value ?? 0, rowOf(hit).id];
      };
    case 'newest':
    case 'oldest':
      return (hit) => [rowOf(hit).createdAt, rowOf(hit).id];
    case 'price':
    case '-price':
      return (hit) => [rowOf(hit).priceCents, rowOf(hit).id];
    case 'name':
    case '-name':
      return (hit) => [rowOf(hit).name, rowOf(hit).id];
    default:
      return (hit) => [rowOf(hit).availableQ, rowOf(hit).id];
  }
}
