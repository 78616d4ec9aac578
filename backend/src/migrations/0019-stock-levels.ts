import type { mongo } from 'mongoose';
import type { Product } from '../products/product.schema.js';
import type { StockLevel } from '../stock-alerts/stock-level.schema.js';

const BATCH = 500;

/** Notes which products have few units left, so that the next change of each is news; what is known already stays. */
export async function addStockLevels(db: mongo.Db): Promise<void> {
  const levels = db.collection<StockLevel>('stock_levels');
  let writes: mongo.AnyBulkWriteOperation<StockLevel>[] = [];
  const write = async () => {
    if (writes.length > 0) await levels.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  const products = db.collection<Product>('products').find({}, { projection: { availability: 1 } });
  for await (const { _id, availability } of products.sort({ _id: 1 })) {
    const level = { isLow: availability !== 'orderable', version: 0 };
    writes.push({ updateOne: { filter: { _id }, update: { $setOnInsert: level }, upsert: true } });
    if (writes.length === BATCH) await write();
  }
  await write();
}
