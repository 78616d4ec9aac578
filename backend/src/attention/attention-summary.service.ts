import { Injectable } from '@nestjs/common';
import type { AttentionDto, AttentionQuery } from './attention.dto.js';
import { Attention } from './attention.service.js';

/** What the admins' bell and their open lists ask for together. */
@Injectable()
export class AttentionSummary {
  constructor(private readonly attention: Attention) {}

  async read({ ordersSince, reviewsSince }: AttentionQuery): Promise<AttentionDto> {
    const newSince = async (list: 'orders' | 'reviews', since: string | undefined) =>
      since === undefined ? undefined : this.attention.newSince(list, new Date(since));
    const [counts, newOrders, newReviews] = await Promise.all([
      this.attention.counts(),
      newSince('orders', ordersSince),
      newSince('reviews', reviewsSince),
    ]);
    return {
      asOf: new Date().toISOString(),
      counts,
      ...(newOrders !== undefined && { newOrders }),
      ...(newReviews !== undefined && { newReviews }),
    };
  }
}
