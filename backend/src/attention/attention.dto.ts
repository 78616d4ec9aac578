import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601 } from 'class-validator';
import { Optional } from '../common/fields.js';
import { ATTENTION_KINDS, type AttentionKind, MOST_NEW } from './attention.service.js';

const Since = () =>
  IsISO8601(
    { strict: true, strictSeparator: true },
    { message: 'Enter a time such as 2026-03-01T12:00:00Z.' },
  );

/** Since when the caller's lists are as they see them, by the shop's clock. */
export class AttentionQuery {
  /** When the caller's list of orders was loaded, by the shop's clock. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time', example: '2026-03-01T12:00:00.000Z' })
  @Optional()
  @Since()
  ordersSince?: string;

  /** When their list of reviews was. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time', example: '2026-03-01T12:00:00.000Z' })
  @Optional()
  @Since()
  reviewsSince?: string;
}

export class AttentionCountDto {
  @ApiProperty({ enum: ATTENTION_KINDS, enumName: 'AttentionKind' })
  kind!: AttentionKind;

  /** How many wait for somebody; some are counted no further than 1,000. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  count!: number;
}

export class AttentionDto {
  /** The shop's clock: from it a caller knows by how much theirs differs. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  asOf!: string;

  /** One for each kind that this shop has, up to some seconds old. */
  @ApiProperty({ type: [AttentionCountDto] })
  counts!: AttentionCountDto[];

  /** Orders placed since `ordersSince`; absent without it. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MOST_NEW, example: 3 })
  newOrders?: number;

  /** Reviews written since `reviewsSince`; absent without it. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MOST_NEW, example: 1 })
  newReviews?: number;
}
