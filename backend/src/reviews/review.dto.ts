import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsNotEmpty, Max, Min } from 'class-validator';
import { ID_SCHEMA, Ignored, NumberOrText, Optional, Text, ToNumber } from '../common/fields.js';
import { PageOf, PageQuery } from '../common/paging.js';
import type { Review } from './review.schema.js';

/** What the shop replied to a review. */
export class ReviewReplyDto {
  @ApiProperty({ example: 'Thank you, Casey. We passed it on to the packers.' })
  text!: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
}

/** A review of the shop. */
export class ReviewDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  /** Whole stars, five is best. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 5, example: 5 })
  ratings!: number;
  @ApiProperty({ example: 'The drives arrived a day early, well packed.' })
  comments!: string;
  /** The author's name. */
  @ApiProperty({ example: 'Casey Customer' })
  name!: string;
  /** The author's address, shortened: reviews are public, addresses are not. */
  @ApiProperty({ example: 'c***@example.com' })
  email!: string;
  /** The author's image; empty when there is none. */
  @ApiProperty({ example: '/avatars/1.svg' })
  img!: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
  /** Whether its author had paid an order when they wrote it. */
  @ApiProperty({ example: true })
  verifiedBuyer!: boolean;
  @ApiPropertyOptional({ type: ReviewReplyDto })
  reply?: ReviewReplyDto;
}

const shorten = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');

/** The fields that everybody sees. */
export const publicFieldsOf = (review: Review) => ({
  _id: String(review._id),
  ratings: review.ratings,
  comments: review.comments,
  name: review.name,
  email: shorten(review.email),
  img: review.img,
  createdAt: review.createdAt.toISOString(),
  verifiedBuyer: review.verifiedBuyer ?? false,
  ...(review.reply && { reply: { text: review.reply.text, at: review.reply.at.toISOString() } }),
});

export const toReviewDto = (review: Review): ReviewDto => publicFieldsOf(review);

export const STARS = { message: 'Rating is a whole number from 1 to 5' };

export class CreateReviewDto {
  /** Whole stars, five is best; a number or its string. */
  @NumberOrText({ type: 'integer', minimum: 1, maximum: 5, example: 5 }, /^[1-5]$/)
  // the topmost failing rule gives the message
  @IsNotEmpty({ message: 'Rating is Required' })
  @Max(5, STARS)
  @Min(1, STARS)
  @IsInt(STARS)
  ratings!: number;

  @Text(2_000, 'Comments are Required', 'The drives arrived a day early, well packed.')
  comments!: string;

  /** Accepted and ignored: the account has the author's name. */
  @Ignored('Casey Customer')
  name?: unknown;

  /** Accepted and ignored: the account has the author's address. */
  @Ignored('customer@example.com')
  email?: unknown;

  /** Accepted and ignored: the account has the author's image. */
  @Ignored('/avatars/1.svg')
  img?: unknown;
}

export const REVIEW_SORTS = ['newest', 'oldest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export class SearchReviewsQuery extends PageQuery {
  /** Only reviews of so many stars. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 5 })
  @Optional()
  @ToNumber()
  @Max(5, STARS)
  @Min(1, STARS)
  @IsInt(STARS)
  ratings?: number;

  /** By when they were written. */
  @ApiPropertyOptional({ enum: REVIEW_SORTS, enumName: 'ReviewSort', default: 'newest' })
  @Optional()
  @IsIn(REVIEW_SORTS)
  sort?: ReviewSort;
}

export class ReviewPageDto extends PageOf(ReviewDto) {}
