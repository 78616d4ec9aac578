import { trusted } from 'mongoose';
import type { Sort } from '../lists/find-page.js';
import type { ReviewSort } from './review.dto.js';

export const REVIEW_SORT_FIELDS: Record<ReviewSort, Sort> = {
  newest: ['createdAt', -1],
  oldest: ['createdAt', 1],
};

/** What `hidden` is of a review that everybody sees: absent on those written by an earlier version. */
export const SHOWN = trusted({ $in: [false, null] });
