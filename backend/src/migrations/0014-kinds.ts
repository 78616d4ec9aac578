import type { mongo } from 'mongoose';
import type { Kind } from '../kinds/kind.js';
import { KindBook } from '../kinds/kind-book.js';
import { type KindRecord, toKind } from '../kinds/kind.schema.js';
import { SHOP_KINDS } from '../kinds/shop-kinds.js';
import { stateOf } from '../products/product-changes.js';
import { searchFieldsFor } from '../products/product-search.js';
import type { Product } from '../products/product.schema.js';

const BATCH = 1_000;

/** `Power Supply` is `power-supply`; `part` where nothing is left of a text. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'part';

/** `power-supply` is `Power supply`. */
function labelOf(text: string): string {
  const label = text
    .trim()
    .replace(/[-_\s]+/g, ' ')
    .slice(0, 60);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Puts the kinds that come with the shop into the database, and gives each product one: what was a free text becomes the slug of
 * the kind that it means, or of a new one without specifications. The former text stays another name of the kind.
 */
export async function addKinds(db: mongo.Db): Promise<void> {
  const records = db.collection<KindRecord>('kinds');
  for (const kind of SHOP_KINDS) await insert(records, kind, true);
  for await (const text of textsIn(db)) {
    const book = new KindBook((await records.find().toArray()).map(toKind));
    let slug = book.find(text)?.slug;
    if (slug === undefined) {
      slug = slugOf(text);
      if (!book.get(slug)) await insert(records, ownKind(slug, text), false);
    }
    if (slug === text) continue;
    await records.updateOne({ _id: slug }, { $addToSet: { aliases: text.trim().toLowerCase() } });
    await rename(db, text, slug);
  }
}

const ownKind = (slug: string, text: string): Kind => ({
  slug,
  label: labelOf(text),
  plural: labelOf(text),
  group: '',
  aliases: [],
  specs: [],
});

async function insert(
  records: mongo.Collection<KindRecord>,
  { slug: _id, ...fields }: Kind,
  isBuiltIn: boolean,
): Promise<void> {
  const at = new Date();
  const $setOnInsert = { ...fields, isBuiltIn, writes: 0, version: 0, createdAt: at, updatedAt: at };
  await records.updateOne({ _id }, { $setOnInsert }, { upsert: true });
}

/** Every text that is a product's kind: one step of the index for each. */
async function* textsIn(db: mongo.Db): AsyncGenerator<string> {
  const products = db.collection<Product>('products');
  for (let last = ''; ;) {
    const next = await products
      .find({ kind: { $gt: last } })
      .sort({ kind: 1 })
      .limit(1)
      .next();
    if (typeof next?.kind !== 'string') return;
    last = next.kind;
    yield last;
  }
}

/** Gives the products of a text their kind's slug, and finds them by it. */
async function rename(db: mongo.Db, text: string, slug: string): Promise<void> {
  const products = db.collection<Product>('products');
  for (;;) {
    const batch = await products.find({ kind: text }).limit(BATCH).toArray();
    if (batch.length === 0) return;
    await products.bulkWrite(
      batch.map((product) => ({
        updateOne: {
          filter: { _id: product._id, kind: text },
          update: { $set: { kind: slug, ...searchFieldsFor({ ...product, kind: slug }, stateOf(product)) } },
        },
      })),
      { ordered: false },
    );
  }
}
