import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Attention } from '../attention/attention.service.js';
import { Review } from './review.schema.js';

/** Tells admins of reviews that came while they look at a list of them. */
@Injectable()
export class ReviewAttention implements OnModuleInit {
  constructor(
    @InjectModel(Review.name) private readonly reviews: Model<Review>,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    this.attention.registerList({ list: 'reviews', newest: (most) => this.newest(most) });
  }

  private async newest(most: number): Promise<Date[]> {
    const found = await this.reviews
      // all by naming each, for the index
      .find({ hidden: trusted({ $in: [false, null, true] }) }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(most)
      .lean<Review[]>();
    return found.map(({ createdAt }) => createdAt);
  }
}
