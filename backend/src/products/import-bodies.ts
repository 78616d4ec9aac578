import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors.js';
import { UploadMemory } from '../common/upload-memory.js';
import { MAX_IMPORT_BYTES } from './product-import.dto.js';

/** All files that arrive or wait together, in bytes. */
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
  private readonly memory = new UploadMemory(MAX_HELD_BYTES);

  /**
   * Runs some work with the file that is a request's body.
   *
   * @throws DomainError 415 for another kind of body, 413, 400 when it ends too early; Busy (503) when there are too many
   */
  use<T>(request: FastifyRequest, work: (content: Buffer) => Promise<T>): Promise<T> {
    return this.memory.use(async (take) => work(await this.read(request, take)));
  }

  private async read({ body, headers, raw }: FastifyRequest, take: (chunk: Buffer) => void): Promise<Buffer> {
    // an empty body is not parsed at all
    if (body == null && /^text\/csv\b/i.test(headers['content-type'] ?? '')) return Buffer.alloc(0);
    if (!(body instanceof Readable))
      throw new DomainError(415, 'not-csv', 'Unsupported media type', 'Send the file as text/csv.');
    try {
      if (Number(headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge();
      const chunks: Buffer[] = [];
      let size = 0;
      // a stream that is left early would be destroyed, and its connection with it
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_IMPORT_BYTES) throw tooLarge();
        take(chunk);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch (error) {
      // the rest of a rejected file is discarded, so that the connection can be used again
      raw.resume();
      if (error instanceof DomainError) throw error;
      throw new DomainError(400, 'incomplete-body', 'Bad request', 'The upload is incomplete.');
    }
  }
}
