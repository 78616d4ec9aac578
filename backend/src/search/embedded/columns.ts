import type { Spec, SpecValue } from '../../kinds/kind.js';
import type { SpecCounts } from '../search-engine.js';
import type { SpecFilter } from '../spec-filter.js';

/** The values of one specification of all parts of a kind, one for each row. */
interface AnyColumn {
  set(row: number, value: SpecValue | undefined): void;
  /** Whether it is known. */
  has(row: number): boolean;
  /** What rows are sorted by; undefined where it is not known. */
  sortValue(row: number): number | string | undefined;
}

/** One that may have a filter. */
export interface FilteredColumn extends AnyColumn {
  /** Whether a row passes a filter. */
  test(filter: SpecFilter): (row: number) => boolean;
  counter(): { add(row: number): void; counts(): SpecCounts };
}

export type Column = FilteredColumn | TextColumn;

const FIRST_ROWS = 64;

/** A typed array that grows with its rows. */
function grown<T extends Float32Array | Uint16Array | Uint32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}

/** Numbers. Bounds are rounded as the values are: 1.35 as a bound includes a stored 1.35. */
class NumberColumn implements FilteredColumn {
  private values = new Float32Array(FIRST_ROWS).fill(NaN);

  constructor(private readonly spec: Spec) {}

  set(row: number, value: SpecValue | undefined): void {
    const { length } = this.values;
    this.values = grown(this.values, row + 1);
    if (this.values.length > length) this.values.fill(NaN, length);
    this.values[row] = typeof value === 'number' ? value : NaN;
  }

  has(row: number): boolean {
    return !Number.isNaN(this.values[row]!);
  }

  sortValue(row: number): number | undefined {
    return this.has(row) ? this.values[row]! : undefined;
  }

  test({ values, range, orNotStated }: SpecFilter): (row: number) => boolean {
    const column = this.values;
    const wanted = new Set(values.map((value) => Math.fround(Number(value))));
    const min = range ? Math.fround(range.min ?? -Infinity) : Infinity;
    const max = range ? Math.fround(range.max ?? Infinity) : -Infinity;
    return (row) => {
      const value = column[row]!;
      if (Number.isNaN(value)) return orNotStated;
      return (value >= min && value <= max) || wanted.has(value);
    };
  }

  counter() {
    const column = this.values;
    const isCounted = this.spec.filter === 'values';
    const byValue = new Map<number, number>();
    let [min, max, notStated] = [Infinity, -Infinity, 0];
    return {
      add: (row: number): void => {
        const value = column[row]!;
        if (Number.isNaN(value)) {
          notStated += 1;
          return;
        }
        if (value < min) min = value;
        if (value > max) max = value;
        if (isCounted) byValue.set(value, (byValue.get(value) ?? 0) + 1);
      },
      counts: (): SpecCounts => ({
        values: new Map([...byValue].map(([value, count]) => [String(this.written(value)), count])),
        ...(min <= max && { min: this.written(min), max: this.written(max) }),
        notStated,
      }),
    };
  }

  /** A value as it is stored, without what its rounding adds. */
  private written(value: number): number {
    return Number(value.toFixed(this.spec.decimals ?? 0));
  }
}

/** One of some options, or yes and no: 0 where it is not known, else the option's place. */
class ChoiceColumn implements FilteredColumn {
  private values = new Uint16Array(FIRST_ROWS);
  private readonly places: Map<string, number>;

  constructor(private readonly options: readonly string[]) {
    this.places = new Map(options.map((option, at) => [option, at + 1]));
  }

  set(row: number, value: SpecValue | undefined): void {
    this.values = grown(this.values, row + 1);
    this.values[row] = value === undefined ? 0 : (this.places.get(String(value)) ?? 0);
  }

  has(row: number): boolean {
    return this.values[row] !== 0;
  }

  sortValue(row: number): number | undefined {
    return this.values[row] || undefined;
  }

  test({ values, orNotStated }: SpecFilter): (row: number) => boolean {
    const column = this.values;
    const passing = new Uint8Array(this.options.length + 1);
    for (const value of values) passing[this.places.get(String(value)) ?? 0] = 1;
    passing[0] = Number(orNotStated);
    return (row) => passing[column[row]!] === 1;
  }

  counter() {
    const column = this.values;
    const counted = new Uint32Array(this.options.length + 1);
    return {
      add: (row: number): void => {
        counted[column[row]!]! += 1;
      },
      counts: (): SpecCounts => ({
        values: new Map(this.options.map((option, at) => [option, counted[at + 1]!])),
        notStated: counted[0]!,
      }),
    };
  }
}

const BITS = 32;

/** Several of some options: a bit for each, in as many words a row as they take. */
class ChoicesColumn implements FilteredColumn {
  private values = new Uint32Array(FIRST_ROWS);
  private readonly width: number;
  private readonly places: Map<string, number>;

  constructor(private readonly options: readonly string[]) {
    this.width = Math.max(1, Math.ceil(options.length / BITS));
    this.places = new Map(options.map((option, at) => [option, at]));
  }

  set(row: number, value: SpecValue | undefined): void {
    this.values = grown(this.values, (row + 1) * this.width);
    this.values.set(this.maskOf(Array.isArray(value) ? value : []), row * this.width);
  }

  private maskOf(values: readonly unknown[]): Uint32Array {
    const mask = new Uint32Array(this.width);
    for (const value of values) {
      const at = this.places.get(String(value));
      if (at !== undefined) mask[Math.floor(at / BITS)]! |= 1 << (at % BITS);
    }
    return mask;
  }

  has(row: number): boolean {
    const { values, width } = this;
    for (let at = row * width; at < (row + 1) * width; at += 1) if (values[at] !== 0) return true;
    return false;
  }

  sortValue(row: number): number | undefined {
    const at = this.options.findIndex((_option, place) => this.isSet(row, place));
    return at === -1 ? undefined : at;
  }

  private isSet(row: number, place: number): boolean {
    return ((this.values[row * this.width + Math.floor(place / BITS)]! >>> (place % BITS)) & 1) === 1;
  }

  test({ values, orNotStated }: SpecFilter): (row: number) => boolean {
    const column = this.values;
    const { width } = this;
    const wanted = this.maskOf(values);
    return (row) => {
      let isKnown = false;
      for (let word = 0; word < width; word += 1) {
        const value = column[row * width + word]!;
        if ((value & wanted[word]!) !== 0) return true;
        isKnown ||= value !== 0;
      }
      return orNotStated && !isKnown;
    };
  }

  counter() {
    const column = this.values;
    const { width } = this;
    const counted = new Uint32Array(width * BITS);
    let notStated = 0;
    return {
      add: (row: number): void => {
        let isKnown = false;
        for (let word = 0; word < width; word += 1)
          for (let left = column[row * width + word]!; left !== 0; left &= left - 1) {
            isKnown = true;
            counted[word * BITS + 31 - Math.clz32(left & -left)]! += 1;
          }
        if (!isKnown) notStated += 1;
      },
      counts: (): SpecCounts => ({
        values: new Map(this.options.map((option, at) => [option, counted[at]!])),
        notStated,
      }),
    };
  }
}

/** Texts, which are only known or not, and sorted: none has a filter. */
export class TextColumn implements AnyColumn {
  private readonly values: (string | undefined)[] = [];

  set(row: number, value: SpecValue | undefined): void {
    this.values[row] = typeof value === 'string' ? value : undefined;
  }

  has(row: number): boolean {
    return this.values[row] !== undefined;
  }

  sortValue(row: number): string | undefined {
    return this.values[row];
  }
}

export function columnOf(spec: Spec): Column {
  const options = spec.options.map(({ value }) => value);
  switch (spec.type) {
    case 'number':
      return new NumberColumn(spec);
    case 'choice':
      return new ChoiceColumn(options);
    case 'choices':
      return new ChoicesColumn(options);
    case 'flag':
      return new ChoiceColumn(['true', 'false']);
    default:
      return new TextColumn();
  }
}
