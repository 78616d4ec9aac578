import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import type { CsvColumn } from '../lists/csv.js';
import { Line, Optional, Text, ToBoolean, ToNumber } from '../common/fields.js';
import { PageOf, PageQuery } from '../common/paging.js';
import { publicFieldsOf, REVIEW_SORTS, ReviewDto, type ReviewSort, STARS } from './review.dto.js';
import type { Review } from './review.schema.js';

/** A review as admins see it. */
export class ManagedReviewDto extends ReviewDto {
  /** The author's whole address; empty once their account is removed. */
  @ApiProperty({ example: 'customer@example.com' })
  authorEmail!: string;

  /** Whether it is kept from everybody but admins. */
  @ApiProperty({ example: false })
  hidden!: boolean;

  /** Why it is hidden. */
  @ApiPropertyOptional({ example: 'Advertises another shop' })
  hiddenReason?: string;
}

export const toManagedReviewDto = (review: Review): ManagedReviewDto => ({
  ...publicFieldsOf(review),
  authorEmail: review.email,
  hidden: review.hidden ?? false,
  ...(review.hiddenReason !== undefined && { hiddenReason: review.hiddenReason }),
});

export const REVIEW_COLUMNS: readonly CsvColumn<Review>[] = [
  { header: 'id', value: ({ _id }) => String(_id) },
  { header: 'createdAt', value: ({ createdAt }) => createdAt },
  { header: 'ratings', value: ({ ratings }) => ratings },
  { header: 'comments', value: ({ comments }) => comments },
  { header: 'name', value: ({ name }) => name },
  { header: 'email', value: ({ email }) => email },
  { header: 'verifiedBuyer', value: ({ verifiedBuyer }) => verifiedBuyer ?? false },
  { header: 'hidden', value: ({ hidden }) => hidden ?? false },
  { header: 'hiddenReason', value: ({ hiddenReason }) => hiddenReason },
  { header: 'reply', value: ({ reply }) => reply?.text },
  { header: 'repliedAt', value: ({ reply }) => reply?.at },
];

/** Which reviews; all of it must hold. */
export class ManagedReviewsQuery {
  /** Words, or beginnings of words, of the text, or of the author's name or address; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'well packed' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** Only reviews of so many stars. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 5 })
  @Optional()
  @ToNumber()
  @Max(5, STARS)
  @Min(1, STARS)
  @IsInt(STARS)
  ratings?: number;

  /** Only hidden ones, or only those that are not. */
  @ApiPropertyOptional({ type: 'boolean' })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  hidden?: boolean;

  /** By when they were written. */
  @ApiPropertyOptional({ enum: REVIEW_SORTS, enumName: 'ReviewSort', default: 'newest' })
  @Optional()
  @IsIn(REVIEW_SORTS)
  sort?: ReviewSort;
}

export class SearchManagedReviewsQuery extends IntersectionType(ManagedReviewsQuery, PageQuery) {}

export class ManagedReviewPageDto extends PageOf(ManagedReviewDto) {}

export class HideReviewDto {
  /** Why, for other admins; customers do not see it. */
  @Line(300, 'Reason is Required', 'Advertises another shop')
  reason!: string;
}

export class ReplyToReviewDto {
  /** What the shop replies, under the review. */
  @Text(2_000, 'Reply is Required', 'Thank you, Casey. We passed it on to the packers.')
  text!: string;
}
