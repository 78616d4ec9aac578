import type { Kind, Specs } from '../../backend/src/kinds/kind.js';
import type { Rules } from './backend.js';
import type { CatalogueProduct } from './catalogue/entry.js';

const listed = (errors: Readonly<Record<string, string>>): string =>
  Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join(' ');

/**
 * Reads the specifications of products by the rules of the shop, its kinds and the demo's own.
 *
 * @throws Error for a kind that an admin could not save, and the reader for values that the shop would not take
 */
export const specsReader = (
  own: readonly Kind[],
  { SHOP_KINDS, KindBook, kindErrors, specsSchema, specErrors }: Rules,
): ((product: CatalogueProduct) => Specs) => {
  const all = [...SHOP_KINDS, ...own];
  for (const kind of own) {
    const others = new KindBook(all.filter((other) => other !== kind));
    if (others.get(kind.slug)) throw new Error(`There are two kinds ${kind.slug}.`);
    const errors = kindErrors(kind, others);
    if (Object.keys(errors).length > 0) throw new Error(`The kind ${kind.slug}: ${listed(errors)}`);
  }
  const book = new KindBook(all);
  const schemas = new Map(all.map((kind) => [kind.slug, specsSchema(kind)]));
  return ({ name, kind, specs }) => {
    const schema = schemas.get(kind);
    if (!schema) throw new Error(`${name}: ${book.unknown(kind)}`);
    const read = schema.safeParse(specs);
    if (!read.success) throw new Error(`${name}: ${listed(specErrors(read.error))}`);
    return read.data;
  };
};
