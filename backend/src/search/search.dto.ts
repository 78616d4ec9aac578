import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { ID_SCHEMA, Optional } from '../common/fields.js';
import { PageOf } from '../common/paging.js';
import { AVAILABILITIES, type Availability } from '../products/availability.js';
import {
  ItemFilters,
  MANAGED_SORTS,
  type ManagedSort,
  ProductDto,
  SortedPageQuery,
} from '../products/product.dto.js';
import { ManagedItemFilters, ManagedProductDto } from '../products/product-edit.dto.js';

export class SearchItemsQuery extends IntersectionType(SortedPageQuery, ItemFilters) {}

export class ManageItemsQuery extends IntersectionType(
  OmitType(SortedPageQuery, ['sort']),
  ManagedItemFilters,
) {
  /** As of the shop's lists; also by the units that people wait for, of at most 10,000 products where words or specifications filter them. */
  @ApiPropertyOptional({ enum: MANAGED_SORTS, enumName: 'ManagedProductSort', example: '-waiting' })
  @Optional()
  @IsIn(MANAGED_SORTS)
  sort?: ManagedSort;
}

const CORRECTED = {
  description:
    'The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed.',
  example: 'motherboard atx',
} as const;

export class ProductPageDto extends PageOf(ProductDto) {
  @ApiPropertyOptional(CORRECTED)
  corrected?: string;
}

export class ManagedProductPageDto extends PageOf(ManagedProductDto) {
  @ApiPropertyOptional(CORRECTED)
  corrected?: string;
}

export class KindCountDto {
  @ApiProperty({ example: 'ssd' })
  kind!: string;

  /** What several of its parts are called. */
  @ApiProperty({ example: 'SSDs' })
  label!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  total!: number;
}

export class AvailabilityCountDto {
  @ApiProperty({ enum: AVAILABILITIES, enumName: 'Availability' })
  availability!: Availability;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  total!: number;
}

export class SpecOptionCountDto {
  /** As `spec` takes it. */
  @ApiProperty({ example: 'AM5' })
  value!: string;

  @ApiProperty({ example: 'AM5' })
  label!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  total!: number;
}

export const FACET_TYPES = ['values', 'range'] as const;
export type FacetType = (typeof FACET_TYPES)[number];

/** How to filter by one specification, and what is left then under the other filters. */
export class SpecFacetDto {
  /** As `spec` takes it. */
  @ApiProperty({ example: 'socket' })
  key!: string;

  @ApiProperty({ example: 'Socket' })
  label!: string;

  /** The heading that it stands under in the table of a part; empty for none. */
  @ApiProperty({ example: 'What fits' })
  group!: string;

  /** By values, of which several can be chosen, or by a range of a number. */
  @ApiProperty({ enum: FACET_TYPES, enumName: 'FacetType' })
  type!: FacetType;

  /** Whether its values are numbers: a list can be sorted by them. */
  @ApiProperty({ example: true })
  isNumber!: boolean;

  /** Of a number. */
  @ApiPropertyOptional({ example: 'mm' })
  unit?: string;

  /** Of a number: the most decimals; none where it is absent. */
  @ApiPropertyOptional({ type: 'integer', example: 1 })
  decimals?: number;

  /** Of a range: the least of the values under the other filters; absent where none is stated. */
  @ApiPropertyOptional({ example: 35 })
  min?: number;

  /** Of a range: the greatest of them. */
  @ApiPropertyOptional({ example: 280 })
  max?: number;

  /** Of values, those that some product of the kind has or that are chosen, in their order; empty for a range. */
  @ApiProperty({ type: [SpecOptionCountDto] })
  options!: SpecOptionCountDto[];

  /** Products without a value; `~` finds them. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  notStated!: number;
}

export const UNCOUNTED = ['too-many', 'unavailable'] as const;
export type Uncounted = (typeof UNCOUNTED)[number];

/** How many products each value of a filter would leave, under the other filters. */
export class FacetsDto {
  /** False where they cannot be counted: there are no counts then, and no filters by specifications. */
  @ApiProperty({ example: true })
  isCounted!: boolean;

  /** Why they are not counted: the catalogue is too large without OpenSearch, or the search is not ready and will be. */
  @ApiPropertyOptional({ enum: UNCOUNTED, enumName: 'Uncounted', example: 'too-many' })
  uncounted?: Uncounted;

  /** One for each kind on sale, in order of their slugs; those of another kind are counted without `spec`. */
  @ApiProperty({ type: [KindCountDto] })
  kinds!: KindCountDto[];

  /** One for each availability. */
  @ApiProperty({ type: [AvailabilityCountDto] })
  availabilities!: AvailabilityCountDto[];

  /** Of the chosen kind, in the order of its specifications. */
  @ApiProperty({ type: [SpecFacetDto] })
  specs!: SpecFacetDto[];
}

export class SuggestionsQuery {
  /** What was typed so far. */
  @ApiProperty({ type: 'string', minLength: 2, maxLength: 200, example: 'mothe' })
  @IsString()
  @MinLength(2, { message: 'Enter at least 2 characters.' })
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q!: string;
}

export class SuggestedPartDto extends PickType(ProductDto, ['_id', 'name', 'img', 'price', 'kindLabel']) {
  /** Its SKU, part number or GTIN, where what was typed is the beginning of it. */
  @ApiPropertyOptional({ example: 'NB-480' })
  number?: string;
}

export class SuggestedKindDto {
  @ApiProperty({ example: 'ssd' })
  slug!: string;

  /** What several of its parts are called. */
  @ApiProperty({ example: 'SSDs' })
  label!: string;
}

export class SuggestionsDto {
  /** The product whose SKU, part number or GTIN was typed. */
  @ApiPropertyOptional({ ...ID_SCHEMA, description: 'The product whose SKU, part number or GTIN was typed.' })
  exactId?: string;

  /** Best first. */
  @ApiProperty({ type: [SuggestedPartDto], maxItems: 6 })
  parts!: SuggestedPartDto[];

  @ApiProperty({ type: [SuggestedKindDto], maxItems: 3 })
  kinds!: SuggestedKindDto[];

  @ApiPropertyOptional(CORRECTED)
  corrected?: string;
}
