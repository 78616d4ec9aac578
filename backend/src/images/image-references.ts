import { Injectable } from '@nestjs/common';
import type { ClientSession, Model, Types } from 'mongoose';
import { ImageStore } from './image-store.js';
import { imageIdOf, isOwnImage } from './image-url.js';

/** What a document that shows an uploaded image stores of it, in an index. */
export interface WithImage {
  imageId?: Types.ObjectId;
}

/** Features whose documents show images register here, since this folder knows no feature. */
@Injectable()
export class ImageReferences {
  private readonly models: Model<WithImage>[] = [];

  constructor(private readonly store: ImageStore) {}

  register<T extends WithImage>(model: Model<T>): void {
    this.models.push(model as unknown as Model<WithImage>);
  }

  /** Whether some document shows the image. */
  async has(imageId: Types.ObjectId): Promise<boolean> {
    for (const model of this.models) if (await model.exists({ imageId })) return true;
    return false;
  }

  /**
   * Marks images as used, for good, in the transaction that stores the references.
   *
   * @returns those of the URLs that are paths to an image which is not there any more
   */
  async mark(urls: readonly string[], session: ClientSession): Promise<Set<string>> {
    const ids = idsOf(urls);
    if (ids.length > 0) await this.store.markReferenced(ids, session);
    return this.missing(urls, session);
  }

  /** Those of the URLs that are paths to an image which is not there any more. */
  async missing(urls: readonly string[], session: ClientSession | null = null): Promise<Set<string>> {
    // of another origin's image nothing is known
    const own = urls.filter((url) => isOwnImage(url) && imageIdOf(url));
    if (own.length === 0) return new Set();
    const present = await this.store.present(idsOf(own), session);
    return new Set(own.filter((url) => !present.has(String(imageIdOf(url)))));
  }
}

const idsOf = (urls: readonly string[]): Types.ObjectId[] => urls.flatMap((url) => imageIdOf(url) ?? []);
