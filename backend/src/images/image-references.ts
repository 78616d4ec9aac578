import { Injectable } from '@nestjs/common';
import { ImageStore } from './image-store.js';

/** Returns the image URLs in a feature's documents that match a pattern. */
export type FindReferences = (pattern: RegExp) => Promise<string[]>;

const PATH = '/api/images/';
const ID = new RegExp(`${PATH}([0-9a-f]{24})`);

export const imageUrl = (id: string): string => PATH + id;

/** Features that store image URLs register here how to find them, since this folder knows no feature. */
@Injectable()
export class ImageReferences {
  private readonly finders: FindReferences[] = [];

  constructor(private readonly store: ImageStore) {}

  register(find: FindReferences): void {
    this.finders.push(find);
  }

  /** Those of the images that no feature refers to, by a path or by a URL with an origin. */
  async unreferenced(ids: string[]): Promise<string[]> {
    const rest = new Set(ids);
    for (const find of this.finders) {
      if (rest.size === 0) break;
      const urls = await find(new RegExp(`${PATH}(${[...rest].join('|')})`));
      for (const url of urls) rest.delete(ID.exec(url)?.[1] ?? '');
    }
    return [...rest];
  }

  /**
   * Keeps an image for another day. Called before a reference is stored, so that the image is not deleted in between.
   *
   * @returns false when it is a path to an image that is deleted
   */
  async keep(url: string): Promise<boolean> {
    const id = ID.exec(url)?.[1];
    // of another origin's image nothing is known
    return id === undefined || (await this.store.keep(id)) || !url.startsWith(PATH);
  }
}
