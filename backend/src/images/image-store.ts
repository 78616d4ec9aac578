import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';

export interface StoredPicture {
  content: Buffer;
  /** The hash of its content. */
  tag: string;
}

/** Pictures in GridFS, in the shop's own database. Each is written once and never changed. */
@Injectable()
export class ImageStore {
  private bucket_: mongo.GridFSBucket | undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  private get bucket(): mongo.GridFSBucket {
    const { db } = this.connection;
    if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
    return (this.bucket_ ??= new mongo.GridFSBucket(db, { bucketName: 'images' }));
  }

  /** Keeps a WebP picture, given in pieces, and answers its id. */
  async save(content: readonly Buffer[]): Promise<string> {
    const id = new Types.ObjectId();
    const hash = createHash('sha256');
    for (const piece of content) hash.update(piece);
    const tag = hash.digest('hex').slice(0, 32);
    const upload = this.bucket.openUploadStreamWithId(id, `${id.toHexString()}.webp`, { metadata: { tag } });
    // one chunk after the other: at once they would hold up the server
    await pipeline(content, upload);
    return id.toHexString();
  }

  /** A picture, or undefined when there is none of this id. */
  async find(id: string): Promise<StoredPicture | undefined> {
    const [file] = await this.bucket
      .find({ _id: new Types.ObjectId(id) })
      .limit(1)
      .toArray();
    if (!file) return undefined;
    const { tag = file._id.toHexString() } = (file.metadata ?? {}) as { tag?: string };
    return { tag, content: await buffer(this.bucket.openDownloadStream(file._id)) };
  }
}
