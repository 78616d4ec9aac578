import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Attention, newestOf } from '../attention/attention.service.js';
import { Review } from './review.schema.js';

/** Tells admins of reviews that came while they look at a list of them. */
@Injectable()
export class ReviewAttention implements OnModuleInit {
  constructor(
    @InjectModel(Review.name) private readonly reviews: Model<Review>,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    // all by naming each, for the index
    const all = { hidden: trusted({ $in: [false, null, true] }) };
    this.attention.registerList({ list: 'reviews', newest: (most) => newestOf(this.reviews, all, most) });
  }
}
