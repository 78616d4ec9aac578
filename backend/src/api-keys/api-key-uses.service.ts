import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ApiKey } from './api-key.schema.js';

/** How old the note of a key's last use may become. */
const NOTED_MS = 60_000;

/** Notes when keys were last used, after the requests that use them. */
@Injectable()
export class ApiKeyUses {
  private readonly logger = new Logger(ApiKeyUses.name);
  /** Keys whose note is being written. */
  private readonly writing = new Set<string>();

  constructor(@InjectModel(ApiKey.name) private readonly keys: Model<ApiKey>) {}

  /** Notes a use of a key as it was read, at most once a minute. Nobody waits for it, and no request fails with it. */
  note({ _id, lastUsedAt = null }: Pick<ApiKey, '_id'> & { lastUsedAt?: Date | null }): void {
    const id = String(_id);
    const now = new Date();
    if (this.writing.has(id) || (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTED_MS)) return;
    this.writing.add(id);
    // of two processes that read the same note, one writes
    this.keys
      .updateOne({ _id, lastUsedAt }, { $set: { lastUsedAt: now } })
      .catch((error: unknown) =>
        this.logger.warn({ err: error, apiKeyId: id, msg: 'the use of an API key could not be noted' }),
      )
      .finally(() => this.writing.delete(id));
  }
}
