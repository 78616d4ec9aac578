import type { Kind } from './kind.js';
import { nearest } from './nearest.js';

/** A text as kinds are compared: `Power Supply`, `power_supply` and `power-supply` are one. */
const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

/** All kinds as they were at one moment. */
export class KindBook {
  private readonly bySlug: ReadonlyMap<string, Kind>;
  private readonly byName: ReadonlyMap<string, Kind>;

  /** @param all in any order */
  constructor(all: readonly Kind[]) {
    this.all = all.toSorted((a, b) => compare(a.group || '~', b.group || '~') || compare(a.label, b.label));
    this.bySlug = new Map(all.map((kind) => [kind.slug, kind]));
    this.byName = new Map(
      all.flatMap((kind) =>
        [...kind.aliases, kind.label, kind.plural, kind.slug].map((name) => [folded(name), kind] as const),
      ),
    );
  }

  /** By their groups, then their labels. */
  readonly all: readonly Kind[];

  get(slug: string | undefined): Kind | undefined {
    return slug === undefined ? undefined : this.bySlug.get(slug);
  }

  /** The kind that a text means: its slug, its label or one of its aliases. */
  find(text: string): Kind | undefined {
    return this.bySlug.get(text) ?? this.byName.get(folded(text));
  }

  /** The slug that a filter's text means; the text itself where no kind has it. */
  slugOf(text: string): string {
    return this.find(text)?.slug ?? text;
  }

  /** What is wrong with a text that no kind has. */
  unknown(text: string): string {
    const name = text.trim().replace(/\s+/g, ' ');
    const near = name && nearest(folded(name), [...this.byName.keys()]);
    const meant = near && this.byName.get(near)?.slug;
    if (meant) return `There is no kind ${name}. Did you mean ${meant}?`;
    const choices = `Choose one of ${[...this.bySlug.keys()].join(', ')}.`;
    return name ? `There is no kind ${name}. ${choices}` : choices;
  }

  /** The keys of all specifications, each once. */
  keys(): string[] {
    return [...new Set(this.all.flatMap(({ specs }) => specs.map(({ key }) => key)))];
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
