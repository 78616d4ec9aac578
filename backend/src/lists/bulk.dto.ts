import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type as Typed } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsObject,
  Matches,
  ValidateNested,
} from 'class-validator';
import { ApiBodyExample } from '../common/body-example.js';
import { IsId, ID_SCHEMA, Optional } from '../common/fields.js';

/** The most rows that one call works on. */
export const MAX_BULK_ROWS = 1_000;
/** A SHA-256, base64url. */
const PREVIEW_ID = /^[\w-]{43}$/;

export const BULK_OUTCOMES = ['qualifies', 'done', 'refused', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** The rows that a bulk call is for: these, or all that match. */
export interface BulkRequest<F> {
  ids?: string[];
  filter?: F;
  all?: boolean;
  dryRun?: boolean;
  previewId?: string;
}

/**
 * The body of a bulk call on rows that `Filter`, the filters of their search, describes. A subclass adds the operation's own
 * fields.
 */
export function BulkOf<F extends object>(Filter: Type<F>): Type<BulkRequest<F>> {
  class BulkDto implements BulkRequest<F> {
    @ApiPropertyOptional({
      type: 'array',
      items: ID_SCHEMA,
      example: [ID_SCHEMA.example],
      minItems: 1,
      maxItems: MAX_BULK_ROWS,
      description: 'These rows. Either `ids` or `filter` (or `all`) is needed, and not both.',
    })
    @Optional()
    @IsId({ each: true })
    @ArrayMaxSize(MAX_BULK_ROWS, { message: `Enter at most ${MAX_BULK_ROWS}.` })
    @ArrayMinSize(1, { message: 'Give at least one.' })
    @IsArray({ message: 'Give a list of ids.' })
    ids?: string[];

    @ApiPropertyOptional({
      type: () => Filter,
      example: { q: 'northbeam' },
      description: `All rows that match; more than ${MAX_BULK_ROWS} are refused with 422. It has to exclude some, unless \`all\` is true.`,
    })
    @Optional()
    @Typed(() => Filter)
    @ValidateNested()
    @IsObject({ message: 'Give an object with the filters of the search.' })
    filter?: F;

    @ApiPropertyOptional({
      type: 'boolean',
      default: false,
      example: false,
      description:
        'That every row may be meant: without `filter`, with an empty one, or one of `q` without words.',
    })
    @Optional()
    @IsBoolean({ message: 'Enter true or false.' })
    all?: boolean;

    @ApiPropertyOptional({
      type: 'boolean',
      default: false,
      example: true,
      description: 'Only says which rows qualify, and why the others do not.',
    })
    @Optional()
    @IsBoolean({ message: 'Enter true or false.' })
    dryRun?: boolean;

    @ApiPropertyOptional({
      type: 'string',
      pattern: PREVIEW_ID.source,
      description: 'The `previewId` of a dry run: 409 when what it showed has changed since.',
      example: 'nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI',
    })
    @Optional()
    @Matches(PREVIEW_ID, { message: 'Send the previewId of a dry run.' })
    previewId?: string;
  }
  Object.defineProperty(BulkDto, 'name', { value: `Bulk${Filter.name}` });
  return BulkDto;
}

/** Documents the body of a bulk call by a dry run, with the operation's own fields. */
export const ApiBulkBody = (type: Type<unknown>, fields: object = {}) =>
  ApiBodyExample(type, { ids: [ID_SCHEMA.example], ...fields, dryRun: true });

export class BulkRowDto {
  @ApiProperty({ example: '665f1c2ab8d4e1a2b3c4d5e6', description: 'The `_id` of the row.' })
  id!: string;

  @ApiProperty({
    example: 'Northbeam 480 SSD for Casey Customer',
    description: 'What people call it; the `id` for API keys that may not read the rows.',
  })
  label!: string;

  @ApiProperty({
    enum: BULK_OUTCOMES,
    enumName: 'BulkOutcome',
    description: '`refused` by a rule; `failed` for a reason that may have passed at a repeat.',
  })
  outcome!: BulkOutcome;

  @ApiPropertyOptional({ description: 'Why it was refused or failed.', example: 'The order is unpaid.' })
  reason?: string;

  @ApiPropertyOptional({
    example: 49.9,
    description:
      'Of a change of a number: what it was when it was changed, or in a dry run when it was read.',
  })
  before?: number;

  @ApiPropertyOptional({ example: 44.91, description: 'What it becomes.' })
  after?: number;
}

/** What became of each row. */
export class BulkResultDto {
  @ApiProperty({ type: 'integer', example: 12, description: 'Rows named or matching.' })
  matched!: number;

  @ApiProperty({ type: 'integer', example: 10, description: 'Rows that the operation is possible for.' })
  qualifying!: number;

  @ApiProperty({ type: 'boolean', description: 'Whether nothing was changed.' })
  dryRun!: boolean;

  @ApiPropertyOptional({
    pattern: PREVIEW_ID.source,
    example: 'nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI',
    description: 'Of a dry run: names what it showed, for the `previewId` of the call that does it.',
  })
  previewId?: string;

  @ApiProperty({ type: [BulkRowDto], maxItems: MAX_BULK_ROWS, description: 'Every row.' })
  rows!: BulkRowDto[];
}
