import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { API_KEY_SCOPES, type ApiKeyScope } from '../common/access.js';
import { ID_SCHEMA, Line, Optional, ToBoolean } from '../common/fields.js';
import { PageOf, PageQuery } from '../common/paging.js';
import type { ApiKey } from './api-key.schema.js';

/** What a key is good for now: `suspended` while the admin for whom it acts is no admin. */
export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const timeOf = (value: unknown): number =>
  typeof value === 'string' && DATE_TIME.test(value) ? Date.parse(value) : NaN;

/** A new API key. */
export class CreateApiKeyDto {
  /** What it is for; unique among the active keys, without regard to case. */
  @Line(80, 'Name is Required', 'Warehouse')
  name!: string;

  @ApiProperty({
    enum: API_KEY_SCOPES,
    enumName: 'ApiKeyScope',
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    example: ['orders:read', 'orders:ship'],
    description: 'What it may do.',
  })
  @IsIn(API_KEY_SCOPES, { each: true, message: `Each is one of: ${API_KEY_SCOPES.join(', ')}.` })
  @ArrayUnique({ message: 'Give each scope once.' })
  @ArrayMinSize(1, { message: 'Give at least one scope.' })
  @IsArray({ message: 'Give at least one scope.' })
  scopes!: ApiKeyScope[];

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    example: '2036-11-30T00:00:00Z',
    description: 'When it stops working, in the future; without it, never.',
  })
  @Optional()
  @ValidateBy(
    { name: 'isInTheFuture', validator: { validate: (value) => timeOf(value) > Date.now() } },
    { message: 'Enter a time in the future.' },
  )
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: (value) => !Number.isNaN(timeOf(value)) } },
    { message: 'Enter a date and time, as 2036-11-30T00:00:00Z.' },
  )
  expiresAt?: string;
}

/** The admin for whom a key acts. */
export class ApiKeyOwnerDto {
  @ApiProperty(ID_SCHEMA)
  id!: string;

  @ApiPropertyOptional({ example: 'Ada Admin', description: 'Absent once they were removed.' })
  name?: string;

  @ApiPropertyOptional({ example: 'admin@example.com', description: 'Absent once they were removed.' })
  email?: string;
}

/** An API key as admins see it. */
export class ApiKeyDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ example: 'Warehouse' })
  name!: string;

  @ApiProperty({ example: 'rk_live_ab12…', description: 'How the key begins.' })
  start!: string;

  @ApiProperty({
    enum: API_KEY_SCOPES,
    enumName: 'ApiKeyScope',
    isArray: true,
    example: ['orders:read', 'orders:ship'],
  })
  scopes!: ApiKeyScope[];

  /** What it is good for now; `suspended` while the admin for whom it acts is no admin. */
  @ApiProperty({ enum: API_KEY_STATES, enumName: 'ApiKeyState' })
  state!: ApiKeyState;

  @ApiProperty({ type: ApiKeyOwnerDto, description: 'Who created it, and for whom it acts.' })
  createdBy!: ApiKeyOwnerDto;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Absent if it never expires.' })
  expiresAt?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  revokedAt?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Within a minute; absent if it was never used.',
  })
  lastUsedAt?: string;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  /** The key, to be sent as `Authorization: Bearer`. It is shown this once. */
  @ApiProperty({ example: 'rk_live_q9Jx0GZsVdD8m2rTqYw4bNfKc7uHaEeLiP1oS3vWxRk' })
  key!: string;
}

/** What is known of the admin for whom a key acts; undefined once they were removed. */
export interface Owner {
  name: string;
  email: string;
  isAdmin: boolean;
}

function stateOf({ revoked, expiresAt }: ApiKey, owner: Owner | undefined): ApiKeyState {
  if (revoked) return 'revoked';
  if (expiresAt && expiresAt <= new Date()) return 'expired';
  return owner?.isAdmin ? 'active' : 'suspended';
}

export const toApiKeyDto = (key: ApiKey, owner: Owner | undefined): ApiKeyDto => ({
  _id: String(key._id),
  name: key.name,
  start: key.start,
  scopes: key.scopes,
  state: stateOf(key, owner),
  createdBy: { id: String(key.createdBy), ...(owner && { name: owner.name, email: owner.email }) },
  createdAt: key.createdAt.toISOString(),
  ...(key.expiresAt && { expiresAt: key.expiresAt.toISOString() }),
  ...(key.revokedAt && { revokedAt: key.revokedAt.toISOString() }),
  ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
});

export const API_KEY_SORTS = ['newest', 'oldest'] as const;
export type ApiKeySort = (typeof API_KEY_SORTS)[number];

/** Which keys; all of it must hold. */
export class ApiKeysQuery {
  /** Words, or beginnings of words, of the name or of how the key begins; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'warehouse' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** Only revoked keys, or only those that are not. */
  @ApiPropertyOptional({ type: 'boolean', example: false })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  revoked?: boolean;

  /** By when they were created. */
  @ApiPropertyOptional({ enum: API_KEY_SORTS, enumName: 'ApiKeySort', default: 'newest' })
  @Optional()
  @IsIn(API_KEY_SORTS)
  sort?: ApiKeySort;
}

export class SearchApiKeysQuery extends IntersectionType(ApiKeysQuery, PageQuery) {}

export class ApiKeyPageDto extends PageOf(ApiKeyDto) {}
