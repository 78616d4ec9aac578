import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import type { Attempt } from '../idempotency/idempotent.js';
import { VARIANT_NAMES } from './image-variants.js';

const untouchedSince = (before: Date) => ({
  uploadDate: { $lt: before },
  $or: [{ 'metadata.keptAt': { $exists: false } }, { 'metadata.keptAt': { $lt: before } }],
});

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

  /** Ids of images that were uploaded, or last kept, before a time, in order from the one after `last`. */
  async idsBefore(before: Date, limit: number, last?: string): Promise<string[]> {
    const found = await this.files
      .find({ ...untouchedSince(before), ...(last && { _id: { $gt: new Types.ObjectId(last) } }) })
      .project<{ _id: Types.ObjectId }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Keeps an image that is about to be used. @returns false when there is no such image */
  async keep(id: string): Promise<boolean> {
    const { matchedCount } = await this.files.updateOne(
      { _id: new Types.ObjectId(id), 'metadata.deletedAt': { $exists: false } },
      { $set: { 'metadata.keptAt': new Date() } },
    );
    return matchedCount === 1;
  }

  /** Deletes an image unless it was kept meanwhile. One whose deletion was interrupted is deleted by the next call. */
  async delete(id: string, before: Date): Promise<void> {
    const _id = new Types.ObjectId(id);
    const { matchedCount } = await this.files.updateOne(
      { _id, ...untouchedSince(before) },
      { $set: { 'metadata.deletedAt': new Date() } },
    );
    if (matchedCount === 0) return;
    await this.chunks.deleteMany({ files_id: _id });
    await this.variants.deleteMany({ _id: { $in: VARIANT_NAMES.map((name) => `${id}/${name}`) } });
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
      .find({ _id: new Types.ObjectId(id), 'metadata.deletedAt': { $exists: false } })
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
