import { ApiProperty } from '@nestjs/swagger';

/** What was searched without result. */
export class SearchMissDto {
  /** In lower case, without signs. */
  @ApiProperty({ example: 'quantum drive' })
  words!: string;

  /** How often, in the 90 days since it was searched last. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 7 })
  count!: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  lastAt!: string;
}

export const MAX_MISSES = 200;

export class SearchMissesDto {
  /** The most frequent first. */
  @ApiProperty({ type: [SearchMissDto], maxItems: MAX_MISSES })
  items!: SearchMissDto[];
}
