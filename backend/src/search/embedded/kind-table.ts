import type { Kind } from '../../kinds/kind.js';
import { availabilitiesOf, AVAILABILITIES, type Availability } from '../../products/availability.js';
import type { ProductState } from '../../products/product-edit.dto.js';
import type { SearchDocument } from '../search-document.js';
import type { EngineFilters, SpecCounts } from '../search-engine.js';
import type { Matches } from './matches.js';
import { type Column, columnOf, type FilteredColumn, TextColumn } from './columns.js';

const FREE = 0;
const ON_SALE = 1;
const ARCHIVED = 2;
const stateOf = (state: ProductState): number => (state === 'archived' ? ARCHIVED : ON_SALE);

/** The fields of a row that every product has. */
interface Row {
  id: string;
  name: string;
  state: number;
  /** The place in `AVAILABILITIES`. */
  availability: number;
  priceCents: number;
  createdAt: number;
  availableQ: number;
  /** Its number in the index of words. */
  wordsId: number;
}

export interface TableCounts {
  /** Of rows that pass all filters, and of those that only the filter by availability fails. */
  availabilities: Map<Availability, number>;
  specs: Map<string, SpecCounts>;
}

/** The products of one kind: a row for each, and a column for each specification. */
export class KindTable {
  readonly rows: Row[] = [];
  private readonly free: number[] = [];
  private readonly columns: Map<string, Column>;

  /** @param kind undefined for products of none */
  constructor(readonly kind: Kind | undefined) {
    this.columns = new Map(kind?.specs.map((spec) => [spec.key, columnOf(spec)]));
  }

  /** @returns its row */
  add(document: SearchDocument, wordsId: number): number {
    const row = this.free.pop() ?? this.rows.length;
    this.rows[row] = rowOf(document, wordsId);
    for (const [key, column] of this.columns) column.set(row, document.specs[key]);
    return row;
  }

  /** Of a product whose specifications are the same as before. */
  update(row: number, document: SearchDocument): void {
    this.rows[row] = rowOf(document, this.rows[row]!.wordsId);
  }

  remove(row: number): void {
    this.rows[row] = { ...this.rows[row]!, id: '', state: FREE };
    this.free.push(row);
  }

  isOf(state: ProductState, row: number): boolean {
    return this.rows[row]!.state === stateOf(state);
  }

  /** Undefined where it is not known. */
  specOf(row: number, key: string): number | string | undefined {
    return this.columns.get(key)?.sortValue(row);
  }

  private filtered(key: string): FilteredColumn {
    const column = this.columns.get(key);
    if (!column || column instanceof TextColumn) throw new Error(`${key} has no filter`);
    return column;
  }

  /**
   * The rows that pass the filters, those of specifications only where the kind was chosen.
   *
   * @param matches what the words match; all without it
   * @param counts what is counted on the way: each value under the filters other than its own
   */
  matching(filters: EngineFilters, matches: Matches | undefined, counts?: TableCounts): number[] {
    const { rows } = this;
    const isChosen = this.kind !== undefined && filters.kind?.slug === this.kind.slug;
    const wantedState = stateOf(filters.state);
    const wanted = filters.availability && availabilitiesOf(filters.availability);
    const isWanted = AVAILABILITIES.map((availability) => wanted?.includes(availability) ?? true);
    const { minCents = -Infinity, maxCents = Infinity } = filters;
    const lacking = filters.lacks === undefined ? undefined : this.columns.get(filters.lacks);
    const tests = isChosen ? filters.specs.map((filter) => this.filtered(filter.spec.key).test(filter)) : [];
    const counters = new Map(
      counts && isChosen
        ? this.kind.specs
            .filter(({ filter }) => filter !== 'none')
            .map(({ key }) => [key, this.filtered(key).counter()])
        : [],
    );
    const all = [...counters.values()];
    const ofTest = isChosen ? filters.specs.map(({ spec }) => counters.get(spec.key)) : [];
    const available = new Uint32Array(AVAILABILITIES.length);
    const found: number[] = [];
    const visit = (at: number): void => {
      const row = rows[at]!;
      if (matches?.flags[row.wordsId] === 0) return;
      if (row.state !== wantedState || row.priceCents < minCents || row.priceCents > maxCents) return;
      if (lacking?.has(at)) return;
      const isAvailable = isWanted[row.availability]!;
      let failed = -1;
      for (let test = 0; test < tests.length; test += 1) {
        if (tests[test]!(at)) continue;
        // two fail: it counts for nothing
        if (failed !== -1 || !isAvailable) return;
        failed = test;
      }
      if (failed !== -1) {
        ofTest[failed]?.add(at);
        return;
      }
      available[row.availability]! += 1;
      if (!isAvailable) return;
      for (const counter of all) counter.add(at);
      found.push(at);
    };
    for (let at = 0; at < rows.length; at += 1) visit(at);
    if (counts) {
      for (const [at, availability] of AVAILABILITIES.entries())
        counts.availabilities.set(
          availability,
          (counts.availabilities.get(availability) ?? 0) + available[at]!,
        );
      for (const [key, counter] of counters) counts.specs.set(key, counter.counts());
    }
    return found;
  }
}

const rowOf = (
  { id, name, state, availability, priceCents, createdAt, availableQ }: SearchDocument,
  wordsId: number,
): Row => ({
  id,
  name,
  state: stateOf(state),
  availability: AVAILABILITIES.indexOf(availability),
  priceCents,
  createdAt,
  availableQ,
  wordsId,
});
