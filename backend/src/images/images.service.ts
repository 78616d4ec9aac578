import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, NotFound } from '../common/errors.js';
import { recordEvent } from '../common/domain-events.js';
import { namesTag } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { Gate } from './gate.js';
import { ImageStore } from './image-store.js';
import { uploadToImgbb } from './imgbb.js';
import { PictureDecoder } from './picture-decoder.js';
import { readPicture } from './picture-form.js';

/** Uploads held in memory at once. */
const MAX_UPLOADS = 4;
/** What the server may come to take while a picture is decoded. */
const SPARE_MB = 40;

@Injectable()
export class ImagesService implements OnApplicationShutdown {
  private readonly gate = new Gate(MAX_UPLOADS, 0);
  private readonly turn = new Gate(1, MAX_UPLOADS);
  /** Memory for uploads, kept for the next ones: megabytes that come and go have the garbage collector stop the server. */
  private readonly rooms: Buffer[] = [];
  private readonly decoder: PictureDecoder;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: ImageStore,
  ) {
    this.decoder = new PictureDecoder({ together: (config.memoryMb - SPARE_MB) * 1024 * 1024 });
  }

  /**
   * Takes the picture of a multipart request and answers where it is from now on.
   * @throws DomainError 400 without a picture or with a damaged one, 413 too large, 415 of another kind, 503 host down
   */
  async upload(request: FastifyRequest): Promise<string> {
    // the adapter leaves a form unread, and parses everything else
    if (request.body !== request.raw)
      throw new DomainError(415, 'not-multipart', 'Unsupported media type', 'Send multipart/form-data.');
    const picture = await this.gate.pass(() => this.readAndEncode(request));
    if (this.config.imgbbApiKey) return uploadToImgbb(this.config.imgbbApiKey, Buffer.concat(picture));
    return `/api/images/${await this.store.save(picture)}`;
  }

  private async readAndEncode(request: FastifyRequest): Promise<Buffer[]> {
    const { maxBytes, maxPixels } = this.config.uploads;
    const room = this.rooms.pop() ?? Buffer.allocUnsafeSlow(maxBytes);
    try {
      const content = await readPicture(request.raw, room);
      return await this.turn.pass(() => measured(this.decoder.encode(content, maxPixels)));
    } finally {
      this.rooms.push(room);
    }
  }

  onApplicationShutdown(): void {
    this.decoder.close();
  }

  /** Sends a picture; since it never changes, it may be kept for ever. */
  async send(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const picture = await this.store.find(id);
    if (!picture) throw new NotFound('picture');
    const tag = `"${picture.tag}"`;
    void reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('ETag', tag);
    if (namesTag(request.headers['if-none-match'], tag)) return void reply.status(304).send();
    void reply.type('image/webp').header('Content-Disposition', 'inline').send(picture.content);
  }
}

/** Tells how long the decoder took, and whether it took the picture. */
async function measured<T>(encoding: Promise<T>): Promise<T> {
  const begun = performance.now();
  let outcome: 'encoded' | 'refused' = 'refused';
  try {
    const picture = await encoding;
    outcome = 'encoded';
    return picture;
  } finally {
    recordEvent('image', { outcome, seconds: (performance.now() - begun) / 1_000 });
  }
}
