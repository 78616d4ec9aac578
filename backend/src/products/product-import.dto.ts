import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Id, Optional, ToBoolean } from '../common/fields.js';
import { EditProductDto } from './product-edit.dto.js';
import { Kind, MAX_QUANTITY } from './product-fields.js';

export const MAX_IMPORT_ROWS = 5_000;
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
/** The most changes and errors that a response lists. */
export const MAX_LISTED = 500;
/** A file with more errors is read no further. */
export const MAX_ERRORS = 5_000;

/** One row of a file, by the columns that the file has. */
export class ImportRow extends EditProductDto {
  @Optional()
  @Id()
  id?: string;

  @Optional()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(0, { message: 'Enter at least 0.' })
  @Max(MAX_QUANTITY, { message: `Enter at most ${MAX_QUANTITY}.` })
  availableQ?: number;

  @Optional()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(-MAX_QUANTITY, { message: `Enter at least -${MAX_QUANTITY}.` })
  @Max(MAX_QUANTITY, { message: `Enter at most ${MAX_QUANTITY}.` })
  restock?: number;

  @Optional()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(0, { message: 'Enter at least 0.' })
  @Max(MAX_QUANTITY, { message: `Enter at most ${MAX_QUANTITY}.` })
  setStock?: number;
}

export class ImportQuery {
  /** Only says what the file would change, and what is wrong with it. */
  @ApiPropertyOptional({ type: 'boolean', default: false, example: true })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  dryRun?: boolean;

  /** Leaves rows with errors out, instead of importing nothing. A file whose header is wrong is refused all the same. */
  @ApiPropertyOptional({ type: 'boolean', default: false, example: false })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  skipInvalid?: boolean;

  /** The kind of all rows whose column `kind` is empty or not there. */
  @Optional()
  @Kind()
  kind?: string;
}

export class RejectedQuery extends PickType(ImportQuery, ['kind']) {}

export class ImportedFieldDto {
  @ApiProperty({ example: 'price' })
  field!: string;

  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'number' }], example: 49.9 })
  before?: string | number;

  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'number' }], example: 44.9 })
  after?: string | number;
}

export const IMPORT_ACTIONS = ['create', 'update'] as const;

export class ImportedRowDto {
  /** The line of the file where the row begins; the header is line 1. */
  @ApiProperty({ type: 'integer', example: 2 })
  line!: number;

  /** The product's name. */
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  label!: string;

  @ApiProperty({ enum: IMPORT_ACTIONS, enumName: 'ImportAction' })
  action!: (typeof IMPORT_ACTIONS)[number];

  /** The fields that change; of a new product all. */
  @ApiProperty({ type: [ImportedFieldDto] })
  fields!: ImportedFieldDto[];
}

export class ImportErrorDto {
  @ApiProperty({ type: 'integer', example: 2 })
  line!: number;

  /** The column; absent when it is the row or the file. */
  @ApiPropertyOptional({ example: 'price' })
  column?: string;

  @ApiProperty({ example: 'Enter a price above 0.' })
  message!: string;
}

export class ImportResultDto {
  /** Whether nothing was changed. */
  @ApiProperty()
  dryRun!: boolean;

  /** Rows of the file. */
  @ApiProperty({ type: 'integer', example: 50 })
  rows!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  created!: number;

  @ApiProperty({ type: 'integer', example: 40 })
  updated!: number;

  @ApiProperty({ type: 'integer', example: 8 })
  unchanged!: number;

  /** Rows with errors. */
  @ApiProperty({ type: 'integer', example: 0 })
  invalid!: number;

  /** Whether the other rows can be imported without those with errors. */
  @ApiProperty({ example: true })
  canSkipInvalid!: boolean;

  /** Columns that an import leaves alone. */
  @ApiProperty({ type: [String], example: ['createdAt'] })
  ignoredColumns!: string[];

  /** What changes, at most 500 rows of it. */
  @ApiProperty({ type: [ImportedRowDto] })
  changes!: ImportedRowDto[];

  /** What is wrong with the file, at most 500 of it; with any, nothing is imported unless the rows are left out. */
  @ApiProperty({ type: [ImportErrorDto] })
  errors!: ImportErrorDto[];

  /** All that is wrong; a file with 5,000 errors is read no further. */
  @ApiProperty({ type: 'integer', example: 0 })
  errorCount!: number;
}
