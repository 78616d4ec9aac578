import type { mongo } from 'mongoose';
import { imageIdOf } from '../images/image-url.js';

interface Shows {
  _id: mongo.ObjectId;
  img?: string;
}

const BATCH = 1_000;

/**
 * Gives each product and order the id of the uploaded image that it shows, and marks the image as used. Those that an earlier
 * version was about to use are marked as well.
 */
export async function storeImageIds(db: mongo.Db): Promise<void> {
  const mark = (filter: mongo.Filter<mongo.Document>) =>
    db
      .collection('images.files')
      .updateMany(
        { ...filter, 'metadata.referencedAt': null },
        { $set: { 'metadata.referencedAt': new Date() } },
      );
  await mark({ 'metadata.keptAt': { $exists: true } });
  for (const name of ['products', 'purchases']) {
    const collection = db.collection<Shows>(name);
    let found: { row: Shows; imageId: mongo.ObjectId }[] = [];
    const write = async (): Promise<void> => {
      if (found.length === 0) return;
      await mark({ _id: { $in: found.map(({ imageId }) => imageId) } });
      await collection.bulkWrite(
        found.map(({ row: { _id, img }, imageId }) => ({
          updateOne: { filter: { _id, img: img! }, update: { $set: { imageId } } },
        })),
        { ordered: false },
      );
      found = [];
    };
    const rows = collection
      .find({ imageId: { $exists: false } }, { projection: { img: 1 } })
      .sort({ _id: 1 });
    for await (const row of rows.batchSize(BATCH)) {
      const imageId = row.img === undefined ? undefined : imageIdOf(row.img);
      if (imageId) found.push({ row, imageId });
      if (found.length === BATCH) await write();
    }
    await write();
  }
}
