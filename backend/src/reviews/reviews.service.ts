import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { findNewest, findPage, type Page, type Sort } from '../common/paging.js';
import type { Attempt } from '../idempotency/attempt.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import {
  type CreateReviewDto,
  type ReviewDto,
  type ReviewSort,
  type SearchReviewsQuery,
  toReviewDto,
} from './review.dto.js';
import { Review } from './review.schema.js';

const SORTS: Record<ReviewSort, Sort> = { newest: ['createdAt', -1], oldest: ['createdAt', 1] };

/** The author that a review has left once its own was removed. */
const NOBODY = { name: 'Former customer', email: '', img: '' };

@Injectable()
export class ReviewsService implements OnModuleInit {
  constructor(
    @InjectModel(Review.name) private readonly reviews: Model<Review>,
    private readonly removal: AccountRemoval,
    private readonly revision: CatalogueRevision,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => this.anonymise(id));
  }

  newest(limit?: number): Promise<{ rows: ReviewDto[]; total: number }> {
    return findNewest(this.reviews, {}, limit, toReviewDto);
  }

  search(query: SearchReviewsQuery): Promise<Page<ReviewDto>> {
    const { ratings, sort = 'newest' } = query;
    const filter: QueryFilter<Review> = ratings === undefined ? {} : { ratings };
    return findPage(this.reviews, filter, SORTS[sort], query, toReviewDto);
  }

  /**
   * Adds a review under the caller's own name, address and image, whatever was sent. An attempt that has made its review
   * before returns that one.
   */
  async create(
    { ratings, comments }: CreateReviewDto,
    caller: Caller,
    { id, isRepeat }: Attempt,
  ): Promise<ReviewDto> {
    const made = isRepeat ? await this.reviews.findById(id).lean<Review>() : null;
    if (made) return toReviewDto(made);
    const { name, email, photo: img } = caller;
    const review = { _id: id, userId: new Types.ObjectId(caller.id), ratings, comments, name, email, img };
    const [created] = await this.revision.write('content', (session) =>
      this.reviews.create([review], { session }),
    );
    return toReviewDto(created!.toObject<Review>());
  }

  /** Keeps the stars and the words, and forgets who gave them. */
  private async anonymise(userId: string): Promise<void> {
    await this.revision.write('content', (session) =>
      this.reviews.updateMany(
        { userId: new Types.ObjectId(userId) },
        { $set: NOBODY, $inc: { version: 1 } },
        { session },
      ),
    );
  }
}
