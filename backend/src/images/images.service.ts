import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedRequest } from '../common/access.js';
import { recordTelemetry } from '../common/telemetry.js';
import { NotFound } from '../common/errors.js';
import { type Attempt, IdempotentRequests } from '../idempotency/idempotent.js';
import { namesTag } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { UploadMemory } from '../common/upload-memory.js';
import { encodeImage } from './image-codec.js';
import { readImageForm } from './image-form.js';
import { ImageStore } from './image-store.js';
import { imageUrl } from './image-url.js';
import { ImageVariants } from './image-variants.service.js';
import { typeOf } from './image-variants.js';
import { uploadToImgbb } from './imgbb.js';

/** Uploads that have arrived and are worked on at once, of which one is decoded. */
const MAX_UPLOADS = 4;
/** Images that arrive or wait, together: so many of the largest. */
const MAX_HELD = 4;
const UPLOAD_WAIT_MS = 3_000;

@Injectable()
export class ImagesService {
  private readonly uploads = new ConcurrencyLimit(MAX_UPLOADS, UPLOAD_WAIT_MS, 'Too many uploads at once');

  private readonly memory: UploadMemory;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: ImageStore,
    private readonly variants: ImageVariants,
    private readonly idempotent: IdempotentRequests,
  ) {
    this.memory = new UploadMemory(MAX_HELD * config.uploads.maxBytes);
  }

  /**
   * Stores the image of a multipart request and returns its URL: once for an `Idempotency-Key`, whose requests must have
   * the same file and fields.
   *
   * @throws DomainError 400 without an image or with a damaged one, 401 or 403 when access was lost meanwhile, 413 too large, 415 unsupported, 503 too many at once
   */
  upload(request: GuardedRequest, reply: FastifyReply): Promise<string> {
    return this.memory.use(async (take) => {
      const { content, fields } = await readImageForm(request, this.config.uploads.maxBytes, take);
      // it may have been sent for as long as its sender lost their access
      await request.checkAccess();
      return this.uploads.run(() => {
        const hash = createHash('sha256').update(content).digest('hex');
        return this.idempotent.run(request, reply, { hash, fields }, (attempt) =>
          this.save(content, attempt),
        );
      });
    });
  }

  /** Sends an image; since it never changes, it may be cached for ever. */
  async send(id: string, request: GuardedRequest, reply: FastifyReply): Promise<void> {
    const hash = await this.store.findTag(id);
    if (!hash) throw new NotFound('image');
    const tag = `"${hash}"`;
    const isKnown = namesTag(request.headers['if-none-match'], tag);
    // before the headers: an error is not to be cached
    const content = isKnown ? undefined : await this.store.read(id);
    void reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('ETag', tag);
    if (isKnown) return void reply.status(304).send();
    void reply.type('image/webp').header('Content-Disposition', 'inline').send(content);
  }

  /**
   * Sends a smaller form of an image. Until it has been made, the image itself is sent in its place, which browsers show
   * whatever type they were promised.
   */
  async sendVariant(id: string, name: string, request: GuardedRequest, reply: FastifyReply): Promise<void> {
    const hash = await this.store.findTag(id);
    if (!hash) throw new NotFound('image');
    const content = await this.store.readVariant(id, name);
    if (!content) {
      this.variants.request(id);
      const image = await this.store.read(id);
      void reply.header('Cache-Control', 'no-cache').type('image/webp');
      return void reply.header('Content-Disposition', 'inline').send(image);
    }
    const tag = `"${hash}-${name}"`;
    void reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('ETag', tag);
    if (namesTag(request.headers['if-none-match'], tag)) return void reply.status(304).send();
    void reply.type(typeOf(name)).header('Content-Disposition', 'inline').send(content);
  }

  private async save(content: Buffer, attempt: Attempt): Promise<string> {
    const image = await this.variants.codec.run(() =>
      measured(encodeImage(content, this.config.uploads.maxPixels)),
    );
    if (this.config.imgbbApiKey) return uploadToImgbb(this.config.imgbbApiKey, image);
    const id = await this.store.save(image, attempt);
    this.variants.request(id);
    return imageUrl(id);
  }
}

/** Records how long decoding and encoding took, and whether the image was rejected. */
async function measured<T>(encoding: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome: 'encoded' | 'refused' = 'refused';
  try {
    const image = await encoding;
    outcome = 'encoded';
    return image;
  } finally {
    recordTelemetry('image', { outcome, seconds: (performance.now() - startedAt) / 1_000 });
  }
}
