import type { mongo } from 'mongoose';
import { searchFieldsOfOrder } from '../purchases/orders/order-words.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { rewriteWords } from './rewrite-words.js';

/** Lets orders be found by telephone number, address and tracking number, and by codes without what separates them. */
export const addOrderFinding = (db: mongo.Db): Promise<void> =>
  rewriteWords(db.collection<Order>('purchases'), {}, (order) => searchFieldsOfOrder(order));
