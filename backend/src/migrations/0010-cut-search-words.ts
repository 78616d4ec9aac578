import type { mongo } from 'mongoose';
import { freeText, type SearchFields, searchFieldsOf } from '../lists/search-words.js';
import { stateOf } from '../products/product-changes.js';
import { searchFieldsFor } from '../products/product-search.js';
import type { Product } from '../products/product.schema.js';
import type { Review } from '../reviews/review.schema.js';
import type { User } from '../users/user.schema.js';
import { rewriteWords } from './rewrite-words.js';

/** An order before it had lines. */
interface FormerOrder {
  _id: mongo.ObjectId;
  userName: string;
  userEmail: string;
  productName: string;
}

type Searched = SearchFields & { _id: mongo.ObjectId };

/** Earlier versions stored no more than 80 words, the identifying ones last. */
const CUT = { 'words.79': { $exists: true } };

const FIELDS: Record<string, (row: never) => SearchFields> = {
  products: (row: Product) => searchFieldsFor(row, stateOf(row)),
  purchases: ({ _id, userName, userEmail, productName }: FormerOrder) =>
    searchFieldsOf(userName, userEmail, productName, String(_id)),
  reviews: ({ name, email, comments }: Review) => searchFieldsOf(name, email, freeText(comments)),
  users: ({ name, email }: User) => searchFieldsOf(name, email),
};

/** Gives the documents whose words were cut those that were left out. */
export async function completeCutWords(db: mongo.Db): Promise<void> {
  for (const [name, fieldsOf] of Object.entries(FIELDS))
    await rewriteWords(db.collection<Searched>(name), CUT, (row) => fieldsOf(row as never));
}
