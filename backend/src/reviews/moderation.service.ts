import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import {
  type Connection,
  type Model,
  type QueryFilter,
  trusted,
  type Types,
  type UpdateQuery,
} from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import { changedFields } from '../audit/changed-fields.js';
import type { Caller } from '../common/access.js';
import { NotFound, StaleVersion } from '../common/errors.js';
import { findAll, findPage } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { matchesTokens } from '../lists/search-words.js';
import { matchingVersion, withVersion } from '../common/versions.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import {
  type ManagedReviewDto,
  type ManagedReviewsQuery,
  type SearchManagedReviewsQuery,
  toManagedReviewDto,
} from './moderation.dto.js';
import { reviewEvent, type ReviewEventType } from './review-events.js';
import { REVIEW_SORT_FIELDS, SHOWN } from './review-lists.js';
import { Review } from './review.schema.js';

/** Of the text, in the audit log. */
const LABEL_LENGTH = 60;

const labelOf = ({ ratings, comments }: Review): string =>
  `${ratings} stars: ${comments.length > LABEL_LENGTH ? `${comments.slice(0, LABEL_LENGTH)}…` : comments}`;

function filterOf({ q, ratings, hidden }: ManagedReviewsQuery): QueryFilter<Review> {
  const words = matchesTokens(q);
  return {
    // all by naming each, for the indexes
    hidden: hidden === undefined ? trusted({ $in: [false, null, true] }) : hidden || SHOWN,
    ...(ratings !== undefined && { ratings }),
    ...(words.length > 0 && { $and: words }),
  };
}

interface Edit {
  id: string;
  ifMatch: string;
  caller: Caller;
}

/** What admins do with reviews. Every change is seen in the public lists with the next call. */
@Injectable()
export class ModerationService {
  constructor(
    @InjectModel(Review.name) private readonly reviews: Model<Review>,
    @InjectConnection() private readonly connection: Connection,
    private readonly revision: CatalogueRevision,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  async search(query: SearchManagedReviewsQuery): Promise<Page<ManagedReviewDto>> {
    const sort = REVIEW_SORT_FIELDS[query.sort ?? 'newest'];
    const revision = await this.revision.seenWrites('reviews');
    return findPage(this.reviews, filterOf(query), sort, query, toManagedReviewDto, revision);
  }

  /** The newest reviews of an account. */
  async newestOf(userId: Types.ObjectId, limit: number): Promise<ManagedReviewDto[]> {
    const reviews = await this.reviews
      .find({ userId })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<Review[]>();
    return reviews.map(toManagedReviewDto);
  }

  all(query: ManagedReviewsQuery) {
    return findAll(this.reviews, filterOf(query), REVIEW_SORT_FIELDS[query.sort ?? 'newest']);
  }

  async get(id: string): Promise<ManagedReviewDto> {
    const review = await this.reviews.findById(id).lean<Review>();
    if (!review) throw new NotFound('review');
    return withVersion(toManagedReviewDto(review), review.version);
  }

  hide(edit: Edit, reason: string): Promise<ManagedReviewDto> {
    return this.edit(edit, 'review.hidden', { $set: { hidden: true, hiddenReason: reason } });
  }

  unhide(edit: Edit): Promise<ManagedReviewDto> {
    return this.edit(edit, 'review.unhidden', { $set: { hidden: false }, $unset: { hiddenReason: 1 } });
  }

  reply(edit: Edit, text: string): Promise<ManagedReviewDto> {
    return this.edit(edit, 'review.replied', { $set: { reply: { text, at: new Date() } } });
  }

  removeReply(edit: Edit): Promise<ManagedReviewDto> {
    return this.edit(edit, 'review.reply-removed', { $unset: { reply: 1 } });
  }

  /** @throws StaleVersion when `ifMatch` names another version than the current one */
  private async edit(
    { id, ifMatch, caller }: Edit,
    action: ReviewEventType,
    update: UpdateQuery<Review>,
  ): Promise<ManagedReviewDto> {
    const edited = await inTransaction(this.connection, async (session) => {
      this.revision.bump('reviews', session);
      const before = await this.reviews.findById(id).session(session).lean<Review>();
      if (!before) throw new NotFound('review');
      const after = await this.reviews
        .findOneAndUpdate(
          { _id: id, ...matchingVersion(ifMatch) },
          { ...update, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<Review>();
      if (!after) throw new StaleVersion('review');
      await this.audit.record(session, caller, {
        action,
        entity: 'review',
        entityId: id,
        label: labelOf(after),
        ...changedFields(audited(before), audited(after)),
      });
      this.outbox.emit(session, reviewEvent(action, after, { by: 'admin', userId: caller.id }));
      return after;
    });
    return withVersion(toManagedReviewDto(edited), edited.version);
  }
}

const audited = ({ hidden, hiddenReason, reply }: Review): Record<string, unknown> => ({
  hidden: hidden ?? false,
  hiddenReason: hiddenReason ?? null,
  reply: reply?.text ?? null,
});
