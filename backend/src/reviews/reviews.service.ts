import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, type QueryFilter, trusted, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountDirectory } from '../purchases/account-directory.js';
import { AccountRemoval } from '../common/account-removal.js';
import { findNewest, findPage } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { freeText, searchFieldsOf } from '../lists/search-words.js';
import { inTransaction } from '../database/transaction.js';
import type { Attempt } from '../idempotency/attempt.js';
import { Outbox } from '../outbox/outbox.service.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { Buyers } from '../purchases/orders/buyers.service.js';
import { type CreateReviewDto, type ReviewDto, type SearchReviewsQuery, toReviewDto } from './review.dto.js';
import { reviewEvent } from './review-events.js';
import { REVIEW_SORT_FIELDS, SHOWN } from './review-lists.js';
import { Review } from './review.schema.js';

/** How many reviews of a removed person are changed in one transaction. */
const BATCH = 100;

/** The author that a review has left once its own was removed. */
const FORMER_CUSTOMER = { name: 'Former customer', email: '', img: '' };

@Injectable()
export class ReviewsService implements OnModuleInit {
  constructor(
    @InjectModel(Review.name) private readonly reviews: Model<Review>,
    @InjectConnection() private readonly connection: Connection,
    private readonly removal: AccountRemoval,
    private readonly revision: CatalogueRevision,
    private readonly buyers: Buyers,
    private readonly accounts: AccountDirectory,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => this.anonymise(id));
  }

  async newest(limit?: number): Promise<{ rows: ReviewDto[]; total: number }> {
    const revision = await this.revision.seenWrites('reviews');
    return findNewest(this.reviews, { hidden: SHOWN }, limit, toReviewDto, revision);
  }

  async search(query: SearchReviewsQuery): Promise<Page<ReviewDto>> {
    const { ratings, sort = 'newest' } = query;
    const filter: QueryFilter<Review> = { hidden: SHOWN, ...(ratings !== undefined && { ratings }) };
    const revision = await this.revision.seenWrites('reviews');
    return findPage(this.reviews, filter, REVIEW_SORT_FIELDS[sort], query, toReviewDto, revision);
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
    const review = {
      _id: id,
      userId: new Types.ObjectId(caller.id),
      ratings,
      comments,
      name,
      email,
      img,
      verifiedBuyer: await this.buyers.hasPaid(caller.id),
      ...searchFieldsOf(name, email, freeText(comments)),
    };
    return inTransaction(this.connection, async (session) => {
      await this.accounts.hold(caller.id, session);
      this.revision.bump('reviews', session);
      const [document] = await this.reviews.create([review], { session });
      const created = document!.toObject<Review>();
      this.outbox.emit(
        session,
        reviewEvent('review.created', created, { by: 'customer', userId: caller.id }),
      );
      return toReviewDto(created);
    });
  }

  /** Keeps the stars and the words, and erases who wrote them. A repeat goes on where it was interrupted. */
  private async anonymise(userId: string): Promise<void> {
    const named = { userId: new Types.ObjectId(userId), email: trusted({ $ne: FORMER_CUSTOMER.email }) };
    let changed: number;
    do {
      changed = await inTransaction(this.connection, async (session) => {
        const batch = await this.reviews.find(named).limit(BATCH).session(session).lean<Review[]>();
        const writes = batch.map(({ _id, comments }) => ({
          updateOne: {
            filter: { _id },
            update: {
              $set: { ...FORMER_CUSTOMER, ...searchFieldsOf(FORMER_CUSTOMER.name, freeText(comments)) },
              $inc: { version: 1 },
            },
          },
        }));
        if (writes.length === 0) return 0;
        this.revision.bump('reviews', session);
        await this.reviews.bulkWrite(writes, { session });
        for (const review of batch) {
          // one written without a version is at its first one
          const version = ((review.version as number | undefined) ?? 0) + 1;
          const event = reviewEvent('review.anonymised', review, { by: 'account-removal' });
          this.outbox.emit(session, { ...event, version });
        }
        return writes.length;
      });
    } while (changed === BATCH);
  }
}
