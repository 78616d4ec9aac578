import { Injectable } from '@nestjs/common';
import type { ClientSession, Model, QueryFilter, Types } from 'mongoose';
import { ImageStore } from './image-store.js';
import { imageIdOf, isOwnImage } from './image-url.js';

/** Features whose documents show images register here, since this folder knows no feature. */
@Injectable()
export class ImageReferences {
  private readonly searches: ((imageId: Types.ObjectId) => Promise<boolean>)[] = [];

  constructor(private readonly store: ImageStore) {}

  /** @param field where its documents have the id of an image, in an index */
  register<T>(model: Model<T>, field: string): void {
    this.searches.push(
      async (imageId) => (await model.exists({ [field]: imageId } as QueryFilter<T>)) !== null,
    );
  }

  /** Whether some document shows the image. */
  async has(imageId: Types.ObjectId): Promise<boolean> {
    for (const isShown of this.searches) if (await isShown(imageId)) return true;
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
