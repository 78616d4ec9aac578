import { Injectable } from '@nestjs/common';

/** Something of which the admins' bell shows how often it waits for somebody. */
export interface AttentionSource {
  /** What it is; the frontend has its words and the list that it leads to. */
  kind: AttentionKind;
  /** How many there are now. It is asked often: a count over an index, or of a bound number of rows. */
  count(): Promise<number>;
}

export const ATTENTION_KINDS = [
  // payments and events of the payment provider that an admin has to resolve
  'payment-to-resolve',
  'dispute',
  'low-stock',
  // endpoints that are disabled, or have deliveries that failed
  'failed-webhook',
  'failed-mail',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** What needs somebody: each feature registers what it knows of when its module starts. */
@Injectable()
export class Attention {
  private readonly sources: AttentionSource[] = [];

  register(source: AttentionSource): void {
    this.sources.push(source);
  }

  /** Every source with how many wait there. */
  async counts(): Promise<{ kind: AttentionKind; count: number }[]> {
    return Promise.all(this.sources.map(async ({ kind, count }) => ({ kind, count: await count() })));
  }
}
