import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Busy, DomainError } from '../common/errors.js';
import { MAX_IMPORT_BYTES } from './product-import.dto.js';

/** All files that arrive or wait together, in bytes. A slow client takes what it has sent, and keeps nobody out. */
const MAX_HELD_BYTES = 4 * MAX_IMPORT_BYTES;

const tooLarge = () =>
  new DomainError(
    413,
    'import-too-large',
    'Too large',
    `A file has at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`,
  );

/** Reads the files of imports, within a limit for all of them. */
export class ImportBodies {
  private held = 0;

  /**
   * Runs some work with the file that is a request's body.
   *
   * @throws DomainError 415 for another kind of body, 413, 400 when it ends too early; Busy (503) when there are too many
   */
  async use<T>(request: FastifyRequest, work: (content: Buffer) => Promise<T>): Promise<T> {
    const chunks: Buffer[] = [];
    try {
      await this.read(request, chunks);
      return await work(Buffer.concat(chunks));
    } finally {
      for (const { length } of chunks) this.held -= length;
    }
  }

  private async read({ body, headers, raw }: FastifyRequest, chunks: Buffer[]): Promise<void> {
    // an empty body is not parsed at all
    if (body == null && /^text\/csv\b/i.test(headers['content-type'] ?? '')) return;
    if (!(body instanceof Readable))
      throw new DomainError(415, 'not-csv', 'Unsupported media type', 'Send the file as text/csv.');
    try {
      if (Number(headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge();
      let size = 0;
      // a stream that is left early would be destroyed, and its connection with it
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_IMPORT_BYTES) throw tooLarge();
        if (this.held + chunk.length > MAX_HELD_BYTES) throw new Busy('Too many uploads at once');
        this.held += chunk.length;
        chunks.push(chunk);
      }
    } catch (error) {
      // the rest of a rejected file is discarded, so that the connection can be used again
      raw.resume();
      if (error instanceof DomainError) throw error;
      throw new DomainError(400, 'incomplete-body', 'Bad request', 'The upload is incomplete.');
    }
  }
}
