import { MongoError } from '../errors.js';
import { asDoc } from '../values/types.js';

/** Most memory that one stage may keep. */
const STAGE_MEMORY = 100 * 1024 * 1024;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 16 + value.length * 2;
  const inner = Array.isArray(value) ? (value as unknown[]) : asDoc(value);
  if (inner)
    return Object.entries(inner).reduce((total, [key, each]) => total + key.length + 16 + sizeOf(each), 32);
  return 24 + ((value as { buffer?: Uint8Array } | null)?.buffer?.length ?? 0);
};

/** Counts roughly what a stage keeps, and refuses to keep more than it may. */
export class Memory {
  private used = 0;

  constructor(private readonly stage: string) {}

  use(value: unknown): void {
    this.used += sizeOf(value);
    if (this.used > STAGE_MEMORY)
      throw new MongoError(292, `Exceeded memory limit for ${this.stage}: more than ${STAGE_MEMORY} bytes`);
  }
}
