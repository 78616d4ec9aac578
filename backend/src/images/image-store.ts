import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import type { Attempt } from '../common/idempotent.js';

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

  /** Stores a WebP image under the attempt's id; the same attempt stores it once. */
  async save(content: Buffer, { id, isRepeat }: Attempt): Promise<string> {
    const hex = id.toHexString();
    if (isRepeat) {
      if (await this.findTag(hex)) return hex;
      // of an attempt that was interrupted
      await this.db.collection('images.chunks').deleteMany({ files_id: id });
    }
    const tag = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const upload = this.bucket.openUploadStreamWithId(id, `${hex}.webp`, { metadata: { tag } });
    await pipeline([content], upload);
    return hex;
  }

  /** The hash of an image's content, or undefined when there is no such image. Reads none of the content. */
  async findTag(id: string): Promise<string | undefined> {
    const [file] = await this.bucket
      .find({ _id: new Types.ObjectId(id) })
      .limit(1)
      .toArray();
    if (!file) return undefined;
    const { tag = file._id.toHexString() } = (file.metadata ?? {}) as { tag?: string };
    return tag;
  }

  read(id: string): Promise<Buffer> {
    return buffer(this.bucket.openDownloadStream(new Types.ObjectId(id)));
  }
}
