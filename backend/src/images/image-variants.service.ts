import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { encodeVariant } from './image-codec.js';
import { ImageStore } from './image-store.js';
import { VARIANTS } from './image-variants.js';

/** Images that wait for their variants; of others they are made when they are asked for again. */
const MAX_WAITING = 100;
const CODEC_WAIT_MS = 30_000;
/** An image whose variants could not be made is tried again after this long. */
const RETRY_MS = 3_600_000;

/**
 * Makes the smaller forms of images in the background: after an upload, and of older images when one is asked for. One at a
 * time, since each takes a processor for a second.
 */
@Injectable()
export class ImageVariants implements BeforeApplicationShutdown {
  private readonly log = new Logger(ImageVariants.name);
  private readonly tried = new LRUCache<string, true>({ max: 10_000, ttl: RETRY_MS });
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();
  private isClosing = false;
  /** One image of this process is decoded or encoded at a time: a large one takes more than 100 MB. */
  readonly codec = new ConcurrencyLimit(1, CODEC_WAIT_MS, 'Too many uploads at once');

  constructor(private readonly store: ImageStore) {}

  /** Makes the variants of a stored image, later and once. */
  request(id: string): void {
    if (this.isClosing || this.waiting >= MAX_WAITING || this.tried.has(id)) return;
    this.tried.set(id, true);
    this.waiting += 1;
    this.last = this.last.then(async () => {
      try {
        await this.make(id);
      } catch (error) {
        this.log.warn({
          err: error,
          msg: 'smaller forms of an image could not be made; it is shown as it is',
        });
      } finally {
        this.waiting -= 1;
      }
    });
  }

  /** What is at work ends; what waits is made when it is asked for again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.last;
  }

  private async make(id: string): Promise<void> {
    if (this.isClosing) return;
    const image = await this.store.read(id);
    for (const variant of VARIANTS) {
      if (this.isClosing) return;
      const content = await this.codec.run(() => encodeVariant(image, variant));
      await this.store.saveVariant(id, variant.name, content);
    }
  }
}
