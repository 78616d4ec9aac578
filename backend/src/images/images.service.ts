import { once } from 'node:events';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, InvalidInput, NotFound } from '../common/errors.js';
import { happened } from '../common/happenings.js';
import { CONFIG, type Config } from '../config.js';
import { Gate } from './gate.js';
import { ImageStore } from './image-store.js';
import { uploadToImgbb } from './imgbb.js';
import { PictureDecoder } from './picture-decoder.js';

/** Uploads held in memory at once. */
const MAX_UPLOADS = 4;
const FIELD = 'image';
const missing = () => new InvalidInput({ [FIELD]: 'Photo is Required' });

@Injectable()
export class ImagesService implements OnApplicationShutdown {
  private readonly gate = new Gate(MAX_UPLOADS, 0);
  private readonly turn = new Gate(1, MAX_UPLOADS);
  private readonly decoder = new PictureDecoder();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: ImageStore,
  ) {}

  /**
   * Takes the picture of a multipart request and answers where it is from now on.
   * @throws DomainError 400 without a picture or with a damaged one, 413 too large, 415 of another kind, 503 host down
   */
  async upload(request: FastifyRequest): Promise<string> {
    if (!request.isMultipart())
      throw new DomainError(415, 'not-multipart', 'Unsupported media type', 'Send multipart/form-data.');
    const picture = await this.gate.pass(() => this.readAndEncode(request));
    if (this.config.imgbbApiKey) return uploadToImgbb(this.config.imgbbApiKey, Buffer.concat(picture));
    return `/api/images/${await this.store.save(picture)}`;
  }

  private async readAndEncode(request: FastifyRequest): Promise<Buffer[]> {
    const { maxBytes, maxPixels } = this.config.uploads;
    const content = await whileConnected(request, readPicture(request, maxBytes));
    return this.turn.pass(() => measured(this.decoder.encode(content, maxPixels)));
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
    if (isNamed(tag, request.headers['if-none-match'])) return void reply.status(304).send();
    void reply.type('image/webp').header('Content-Disposition', 'inline').send(picture.content);
  }
}

/**
 * What is read of a request, or an error once its connection is gone: a body that breaks off with a chunk that cannot be
 * read tells its reader nothing, and would keep its place for ever.
 */
async function whileConnected<T>({ raw }: FastifyRequest, reading: Promise<T>): Promise<T> {
  const over = new AbortController();
  const gone = once(raw.socket, 'close', { signal: over.signal }).then(() => undefined);
  gone.catch(() => undefined);
  try {
    // it may have gone while others were asked who calls
    const winner = raw.socket.destroyed
      ? undefined
      : await Promise.race([reading.then((read) => ({ read })), gone]);
    if (!winner) throw new InvalidInput({ [FIELD]: 'The upload is incomplete' });
    return winner.read;
  } finally {
    over.abort();
    reading.catch(() => undefined);
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
    happened('picture', { outcome, seconds: (performance.now() - begun) / 1_000 });
  }
}

const isNamed = (tag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((named) => named.trim().replace(/^W\//, '') === tag));

async function readPicture(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  try {
    let content: Buffer | undefined;
    for await (const part of request.files()) {
      if (part.fieldname !== FIELD) throw missing();
      content = await part.toBuffer();
    }
    if (!content?.length) throw missing();
    return content;
  } catch (error) {
    // nobody parses the rest of a form that is refused
    request.raw.unpipe();
    if (error instanceof DomainError) throw error;
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (code === 'FST_FILES_LIMIT') throw new InvalidInput({ [FIELD]: 'Send one picture at a time' });
    if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
      throw new InvalidInput({ [FIELD]: 'Send the picture alone, without other fields' });
    if (statusCode === 413) {
      throw new DomainError(
        413,
        'picture-too-large',
        'Too large',
        `At most ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
      );
    }
    // a body that ends too early or is no multipart at all
    throw new InvalidInput({ [FIELD]: 'The upload is incomplete' });
  }
}
