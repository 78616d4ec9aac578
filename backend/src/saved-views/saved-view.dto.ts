import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { ID_SCHEMA, Line, Optional } from '../common/fields.js';
import type { ListSettings, SavedView } from './saved-view.schema.js';

const LIST = /^[a-z][a-z-]{0,39}$/;
const COLUMN = /^[A-Za-z][\w-]{0,39}$/;
/** As `URLSearchParams` writes it. */
const QUERY = /^[\w.*+%=&-]*$/;
const MAX_QUERY = 2_000;
const MAX_COLUMNS = 40;

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** The name of a list, as `orders`. */
const ListName = () =>
  applyDecorators(
    ApiProperty({ type: 'string', pattern: LIST.source, example: 'orders', description: 'Which list.' }),
    Matches(LIST, { message: 'Enter the name of a list.' }),
    IsString({ message: 'Enter the name of a list.' }),
  );

const Columns = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', pattern: COLUMN.source },
      minItems: 1,
      maxItems: MAX_COLUMNS,
      uniqueItems: true,
      example: ['product', 'customer', 'total'],
      description,
    }),
    Optional(),
    Matches(COLUMN, { each: true, message: 'Give the key of a column.' }),
    ArrayUnique({ message: 'Give each column once.' }),
    ArrayMaxSize(MAX_COLUMNS, { message: `Enter at most ${MAX_COLUMNS}.` }),
    ArrayMinSize(1, { message: 'Enter at least one column.' }),
    IsArray({ message: 'Give a list of column keys.' }),
  );

export class ListParam {
  @ListName()
  list!: string;
}

export class SavedViewsQuery extends ListParam {}

/** What an edit replaces. */
export class EditSavedViewDto {
  @Line(60, 'Name is Required', 'Unpaid, largest first')
  name!: string;

  /** Whether every admin sees it; only its owner changes it. */
  @ApiProperty({ example: false })
  @IsBoolean({ message: 'Enter true or false.' })
  isShared!: boolean;

  /** Filters and sort as the list's query string. */
  @ApiProperty({
    type: 'string',
    maxLength: MAX_QUERY,
    pattern: QUERY.source,
    example: 'status=unpaid&sort=-total',
  })
  @Matches(QUERY, { message: 'Enter a query string.' })
  @MaxLength(MAX_QUERY, { message: `Enter at most ${MAX_QUERY} characters.` })
  @IsString({ message: 'Enter a query string, which may be empty.' })
  query!: string;

  @Columns('Keys of the columns shown, in the order of the list; left out, the list’s own.')
  columns?: string[];
}

export class CreateSavedViewDto extends EditSavedViewDto {
  @ListName()
  list!: string;
}

/** Filters, sort and columns of an admin list under a name. */
export class SavedViewDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ example: 'orders' })
  list!: string;

  @ApiProperty({ example: 'Unpaid, largest first' })
  name!: string;

  /** Whether every admin sees it. */
  @ApiProperty({ example: false })
  isShared!: boolean;

  /** Whether the caller may change it: their own, and shared ones whose owner was removed. */
  @ApiProperty({ example: true })
  canEdit!: boolean;

  /** The owner's name; absent once they were removed. */
  @ApiPropertyOptional({ example: 'Ada Admin' })
  owner?: string;

  @ApiProperty({ example: 'status=unpaid&sort=-total' })
  query!: string;

  @ApiPropertyOptional({ type: [String], example: ['product', 'customer', 'total'] })
  columns?: string[];

  /** Goes up with each edit; in quotes, it is the `If-Match` of the next one. */
  @ApiProperty({ type: 'integer', example: 0 })
  version!: number;
}

export class ListSettingsDto {
  @Columns('Keys of the columns shown; left out, the list’s own.')
  columns?: string[];

  /** How close the rows are. */
  @ApiProperty({ enum: DENSITIES, enumName: 'Density', example: 'comfortable' })
  @IsIn(DENSITIES, { message: `Enter one of: ${DENSITIES.join(', ')}.` })
  density!: Density;
}

export const toSavedViewDto = (view: SavedView, callerId: string): SavedViewDto => ({
  _id: String(view._id),
  list: view.list,
  name: view.name,
  isShared: view.isShared,
  canEdit: !view.ownerId || String(view.ownerId) === callerId,
  ...(view.ownerName !== undefined && { owner: view.ownerName }),
  query: view.query,
  ...(view.columns && { columns: view.columns }),
  version: view.version,
});

export const toListSettingsDto = (settings: ListSettings | null): ListSettingsDto => ({
  ...(settings?.columns && { columns: settings.columns }),
  density: (settings?.density as Density | undefined) ?? 'comfortable',
});
