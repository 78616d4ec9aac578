import type { mongo } from 'mongoose';
import { stateOf } from '../products/product-changes.js';
import { searchFieldsFor } from '../products/product-search.js';
import type { Product } from '../products/product.schema.js';
import { dropIndex } from './drop-index.js';
import { rewriteWords } from './rewrite-words.js';
import { DEFAULT_SYNONYMS } from '../search/synonyms/default-synonyms.js';
import { SYNONYMS, type Synonyms } from '../search/synonyms/synonyms.schema.js';

/** Their fields have the availability, which orders change. */
const FORMER_INDEXES = [
  'tokens_1_availability_1_createdAt_-1__id_-1',
  'tokens_1_availability_1_priceCents_1__id_1',
  'tokens_1_kind_1_availability_1_priceCents_1__id_1',
];

/** Puts the first synonyms into the database, and makes the words of products smaller: of a description whole words only. */
export async function addSearchIndex(db: mongo.Db): Promise<void> {
  const at = new Date();
  await db.collection<Synonyms>('search_synonyms').updateOne(
    { _id: SYNONYMS },
    {
      $setOnInsert: {
        groups: DEFAULT_SYNONYMS.map((words) => [...words]),
        version: 0,
        createdAt: at,
        updatedAt: at,
      },
    },
    { upsert: true },
  );
  const products = db.collection<Product>('products');
  await rewriteWords(products, {}, (product) => searchFieldsFor(product, stateOf(product)));
  for (const name of FORMER_INDEXES) await dropIndex(db, 'products', name);
}
