import type { KindBook } from '../../kinds/kind-book.js';
import { AVAILABILITIES } from '../../products/availability.js';
import type { SearchDocument } from '../search-document.js';
import {
  type EngineCounts,
  type EnginePage,
  type EngineQuery,
  type EngineSort,
  orderRank,
  type SortKey,
} from '../search-engine.js';
import { compareKeys, directionOf, pageOf } from '../sort-keys.js';
import { KindTable, type TableCounts } from './kind-table.js';
import { type Match, WordIndex } from './word-index.js';

/** Where a product is, and what it was put there with. */
interface Place {
  table: KindTable;
  row: number;
  /** Its number in the index of words. */
  wordsId: number;
  changes: number;
  version: number;
  id: string;
  numbers: readonly string[];
  external: readonly string[];
}

interface Hit {
  table: KindTable;
  row: number;
  match: Match | undefined;
}

const ORDER_RANKS = AVAILABILITIES.map(orderRank);

/** All products of one moment, and the changes since. What it holds of a product is replaced at once. */
export class PartIndex {
  private readonly tables = new Map<string, KindTable>();
  private readonly places = new Map<string, Place>();
  private readonly words = new WordIndex();
  /** By the numbers that the index of words knows them by. */
  private readonly byWordsId = new Map<number, Place>();
  private nextWordsId = 1;

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
    const wordsId = this.nextWordsId++;
    const { id, changes, version, numbers, external } = document;
    const added: Place = {
      id,
      table,
      row: table.add(document),
      wordsId,
      changes,
      version,
      numbers,
      external,
    };
    this.places.set(id, added);
    this.byWordsId.set(wordsId, added);
    this.words.add(wordsId, document);
  }

  remove(id: string): void {
    const place = this.places.get(id);
    if (place) this.drop(id, place);
  }

  find(
    query: EngineQuery,
    sort: EngineSort,
    page: { skip: number; size: number; after?: SortKey | undefined },
  ): EnginePage {
    const { found } = this.search(query, { isRanked: sort.by === 'relevance' });
    const exactId = this.exactOf(query);
    const keyOf = keyFor(sort, exactId);
    const rows = found.map((hit) => ({ id: hit.table.rows[hit.row]!.id, key: keyOf(hit) }));
    const direction = directionOf(sort);
    return {
      rows: pageOf(rows, (a, b) => compareKeys(a.key, b.key, direction), page),
      total: found.length,
      ...(exactId !== undefined && rows.some(({ id }) => id === exactId) && { exactId }),
    };
  }

  count(query: EngineQuery): EngineCounts {
    return this.search(query, { isCounting: true }).counts;
  }

  readonly knows = this.words.knows.bind(this.words);
  readonly similar = this.words.similar.bind(this.words);

  private search(
    { filters, plan, isAdmin }: EngineQuery,
    { isCounting = false, isRanked = false }: { isCounting?: boolean; isRanked?: boolean },
  ): { found: Hit[]; counts: EngineCounts } {
    const hits = plan && this.words.find(plan, { isAdmin, isRanked });
    const candidates = hits && this.byTable(hits);
    const chosen = filters.kind?.slug ?? filters.unknownKind;
    const counts: TableCounts = { availabilities: new Map(), specs: new Map() };
    const kinds = new Map<string, number>();
    const found: Hit[] = [];
    for (const [slug, table] of this.tables) {
      const isChosen = chosen === undefined || slug === chosen;
      if (!isChosen && !isCounting) continue;
      const among = candidates ? (candidates.get(table) ?? new Map<number, Match>()) : undefined;
      const rows = table.matching(filters, among?.keys(), isChosen && isCounting ? counts : undefined);
      if (rows.length > 0) kinds.set(slug, rows.length);
      if (!isChosen || isCounting) continue;
      for (const row of rows) found.push({ table, row, match: among?.get(row) });
    }
    return { found, counts: { kinds, ...counts } };
  }

  /** The rows of each table that words match. */
  private byTable(hits: ReadonlyMap<number, Match>): Map<KindTable, Map<number, Match>> {
    const rows = new Map<KindTable, Map<number, Match>>();
    for (const [wordsId, match] of hits) {
      const place = this.byWordsId.get(wordsId);
      if (!place) continue;
      const ofTable = rows.get(place.table);
      if (ofTable) ofTable.set(place.row, match);
      else rows.set(place.table, new Map([[place.row, match]]));
    }
    return rows;
  }

  /** The only product with the number that was typed. */
  private exactOf({ number }: EngineQuery): string | undefined {
    const wordsId = number === undefined ? undefined : this.words.withNumber(number);
    return wordsId === undefined ? undefined : this.byWordsId.get(wordsId)?.id;
  }

  private tableOf(slug: string): KindTable {
    let table = this.tables.get(slug);
    if (!table) this.tables.set(slug, (table = new KindTable(this.book.get(slug))));
    return table;
  }

  private drop(id: string, place: Place): void {
    const { table, row, wordsId } = place;
    table.remove(row);
    this.words.remove(wordsId, place);
    this.places.delete(id);
    this.byWordsId.delete(wordsId);
  }
}

const rowOf = ({ table, row }: Hit) => table.rows[row]!;
const rank = (isFirst: boolean): number => (isFirst ? 0 : 1);

/** What a hit is sorted by. */
function keyFor(sort: EngineSort, exactId: string | undefined): (hit: Hit) => SortKey {
  switch (sort.by) {
    case 'relevance':
      return (hit) => {
        const { id, availability, createdAt } = rowOf(hit);
        const { isNamed = false, isExact = false, score = 0 } = hit.match ?? {};
        return [
          rank(id === exactId),
          rank(isNamed),
          ORDER_RANKS[availability]!,
          rank(isExact),
          -score,
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
