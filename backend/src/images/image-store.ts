import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type ClientSession, type Connection, mongo, Types } from 'mongoose';
import type { Attempt } from '../idempotency/idempotent.js';
import { VARIANT_NAMES } from './image-variants.js';

/** The database ends a search for images after so long; the job's next run goes on. */
const SEARCH_MS = 5_000;

/** Images that were uploaded before a time and never used since. Servers of earlier versions noted `keptAt` instead. */
const unused = (before: Date) => ({
  'metadata.referencedAt': null,
  'metadata.keptAt': null,
  uploadDate: { $lt: before },
});
const PRESENT = { 'metadata.deletedAt': null };

/** Images in GridFS, in the shop's own database. Each is written once and never changed. */
@Injectable()
export class ImageStore {
  private bucket_: mongo.GridFSBucket | undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  private get db(): mongo.Db {
    const { db } = this.connection;
    if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
    return db;
  }

  private get bucket(): mongo.GridFSBucket {
    return (this.bucket_ ??= new mongo.GridFSBucket(this.db, { bucketName: 'images' }));
  }

  private get files(): mongo.Collection {
    return this.db.collection('images.files');
  }

  private get chunks(): mongo.Collection {
    return this.db.collection('images.chunks');
  }

  /** Small, so each is one document; the `_id` names the image and the variant. */
  private get variants(): mongo.Collection<{ _id: string; content: mongo.Binary }> {
    return this.db.collection('images.variants');
  }

  /** Stores a WebP image under the attempt's id; the same attempt stores it once. */
  async save(content: Buffer, { id, isRepeat }: Attempt): Promise<string> {
    const hex = id.toHexString();
    if (isRepeat) {
      if (await this.findTag(hex)) return hex;
      // of an attempt that was interrupted
      await this.chunks.deleteMany({ files_id: id });
    }
    const tag = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const upload = this.bucket.openUploadStreamWithId(id, `${hex}.webp`, { metadata: { tag } });
    await pipeline([content], upload);
    return hex;
  }

  /** Ids of images that were never used, in order from the one after `last`. */
  async unused(before: Date, limit: number, last?: Types.ObjectId): Promise<Types.ObjectId[]> {
    const found = await this.files
      .find({ ...unused(before), ...(last && { _id: { $gt: last } }) }, { maxTimeMS: SEARCH_MS })
      .project<{ _id: Types.ObjectId }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Marks those images as used that are there and were not. */
  async markReferenced(ids: Types.ObjectId[], session?: ClientSession): Promise<void> {
    await this.files.updateMany(
      { _id: { $in: ids }, 'metadata.referencedAt': null, ...PRESENT },
      { $set: { 'metadata.referencedAt': new Date() } },
      { ...(session && { session }) },
    );
  }

  /** Those of the images that are there, by their hexadecimal ids. */
  async present(ids: Types.ObjectId[], session: ClientSession | null): Promise<Set<string>> {
    const found = await this.files
      .find({ _id: { $in: ids }, ...PRESENT }, { ...(session && { session }) })
      .project<{ _id: Types.ObjectId }>({ _id: 1 })
      .toArray();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  /** Deletes an image unless it was used meanwhile. One whose deletion was interrupted is deleted by the next call. */
  async delete(_id: Types.ObjectId, before: Date): Promise<void> {
    const { matchedCount } = await this.files.updateOne(
      { _id, ...unused(before) },
      { $set: { 'metadata.deletedAt': new Date() } },
    );
    if (matchedCount === 0) return;
    await this.chunks.deleteMany({ files_id: _id });
    const variants = VARIANT_NAMES.map((name) => `${_id.toHexString()}/${name}`);
    await this.variants.deleteMany({ _id: { $in: variants } });
    await this.files.deleteOne({ _id });
  }

  async saveVariant(id: string, name: string, content: Buffer): Promise<void> {
    await this.variants.updateOne(
      { _id: `${id}/${name}` },
      { $set: { content: new mongo.Binary(content) } },
      { upsert: true },
    );
  }

  /** The content of a variant; undefined when it has not been made. */
  async readVariant(id: string, name: string): Promise<Buffer | undefined> {
    const found = await this.variants.findOne({ _id: `${id}/${name}` });
    return found ? Buffer.from(found.content.buffer) : undefined;
  }

  /** The hash of an image's content, or undefined when there is no such image. Reads none of the content. */
  async findTag(id: string): Promise<string | undefined> {
    const [file] = await this.bucket
      .find({ _id: new Types.ObjectId(id), ...PRESENT })
      .limit(1)
      .toArray();
    if (!file) return undefined;
    const { tag = file._id.toHexString() } = (file.metadata ?? {}) as { tag?: string };
    return tag;
  }

  /** @throws Error when a part of the image is missing */
  async read(id: string): Promise<Buffer> {
    const download = this.bucket.openDownloadStream(new Types.ObjectId(id));
    let length: number | undefined;
    download.once('file', (file: mongo.GridFSFile) => (length = file.length));
    const content = await buffer(download);
    // the driver misses a chunk in the middle, and takes a missing last one for the end
    if (content.length !== length)
      throw new Error(`The image ${id} has ${content.length} of ${length} bytes in the database`);
    return content;
  }
}
