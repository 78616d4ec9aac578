import { MongoError } from '../errors.js';
import { asDoc } from '../values/types.js';

/** Most memory that one stage may keep. */
export const STAGE_MEMORY = 100 * 1024 * 1024;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 16 + value.length * 2;
  if (Array.isArray(value)) return value.reduce((total: number, item) => total + 8 + sizeOf(item), 32);
  const doc = asDoc(value);
  if (doc) return Object.keys(doc).reduce((total, key) => total + key.length + 16 + sizeOf(doc[key]), 32);
  const bytes = (value as { buffer?: Uint8Array } | null)?.buffer;
  return 24 + (bytes?.length ?? 0);
};

/** Counts roughly what a stage keeps, and refuses to keep more than it may. */
export class Memory {
  private used = 0;

  constructor(private readonly stage: string) {}

  use(value: unknown): void {
    this.used += sizeOf(value);
    if (this.used > STAGE_MEMORY) {
      throw new MongoError(
        292,
        `Exceeded memory limit for ${this.stage}: more than ${STAGE_MEMORY} bytes, and external sorting is not implemented by this store`,
      );
    }
  }
}
