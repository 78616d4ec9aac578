import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import type { CsvColumn } from '../lists/csv.js';
import { OptionalDay } from '../lists/days.js';
import { ID_SCHEMA, Optional } from '../common/fields.js';
import { PageOf, PageQuery } from '../common/paging.js';
import { type AuditedEntity, AUDITED_ENTITIES, type AuditEntry } from './audit-entry.schema.js';

export class AuditApiKeyDto {
  @ApiProperty(ID_SCHEMA)
  id!: string;

  @ApiProperty({ example: 'Warehouse' })
  name!: string;
}

export class AuditActorDto {
  /** The `_id` of the admin's account. */
  @ApiProperty(ID_SCHEMA)
  id!: string;

  @ApiProperty({ example: 'Ada Admin', description: 'The name at that time.' })
  name!: string;

  @ApiProperty({ example: 'admin@example.com', description: 'The address at that time.' })
  email!: string;

  @ApiPropertyOptional({
    type: AuditApiKeyDto,
    description: 'The API key that made the change on their behalf; absent if they made it themselves.',
  })
  apiKey?: AuditApiKeyDto;
}

/** One change that an admin made. */
export class AuditEntryDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  @ApiProperty({ type: AuditActorDto })
  actor!: AuditActorDto;

  @ApiProperty({ example: 'user.promoted' })
  action!: string;

  @ApiProperty({ enum: AUDITED_ENTITIES, enumName: 'AuditedEntity' })
  entity!: AuditedEntity;

  @ApiProperty({ example: '665f1c2ab8d4e1a2b3c4d5e7', description: 'The `_id` of what was changed.' })
  entityId!: string;

  @ApiProperty({
    example: 'customer@example.com',
    description: 'What people call it. Removed persons are no longer named.',
  })
  label!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { role: 'customer' },
    description: 'The changed fields as they were.',
  })
  before?: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { role: 'admin' },
    description: 'The changed fields as they became.',
  })
  after?: Record<string, unknown>;
}

export const toAuditEntryDto = (entry: AuditEntry): AuditEntryDto => ({
  _id: String(entry._id),
  at: entry.at.toISOString(),
  actor: {
    id: entry.actor.id,
    name: entry.actor.name,
    email: entry.actor.email,
    ...(entry.actor.apiKey && { apiKey: { id: entry.actor.apiKey.id, name: entry.actor.apiKey.name } }),
  },
  action: entry.action,
  entity: entry.entity,
  entityId: entry.entityId,
  label: entry.label,
  ...(entry.before && { before: entry.before }),
  ...(entry.after && { after: entry.after }),
});

const asJson = (fields: object | undefined): string | undefined => fields && JSON.stringify(fields);

export const AUDIT_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { header: 'id', value: ({ _id }) => String(_id) },
  { header: 'at', value: ({ at }) => at },
  { header: 'actorId', value: ({ actor }) => actor.id },
  { header: 'actorName', value: ({ actor }) => actor.name },
  { header: 'actorEmail', value: ({ actor }) => actor.email },
  { header: 'action', value: ({ action }) => action },
  { header: 'entity', value: ({ entity }) => entity },
  { header: 'entityId', value: ({ entityId }) => entityId },
  { header: 'label', value: ({ label }) => label },
  { header: 'before', value: ({ before }) => asJson(before) },
  { header: 'after', value: ({ after }) => asJson(after) },
  // at the end, for readers that go by position
  { header: 'apiKeyId', value: ({ actor }) => actor.apiKey?.id },
  { header: 'apiKeyName', value: ({ actor }) => actor.apiKey?.name },
];

export const AUDIT_SORTS = ['newest', 'oldest'] as const;
export type AuditSort = (typeof AUDIT_SORTS)[number];

const ACTION = /^[a-z-]+\.[a-z-]+$/;
const ENTITY_ID = /^[\w.:-]+$/;

/** Which entries; all of it must hold. */
export class AuditQuery {
  /** Words, or beginnings of words, of the admin or of what was changed; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'northbeam' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** Words, or beginnings of words, of the name or address of the admin who made the change, or of the API key that did; or the `_id` of either. */
  @ApiPropertyOptional({ type: 'string', maxLength: 254, example: 'admin@example.com' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(254, { message: 'Enter at most 254 characters.' })
  person?: string;

  /** Only changes of this kind of thing. */
  @ApiPropertyOptional({ enum: AUDITED_ENTITIES, enumName: 'AuditedEntity' })
  @Optional()
  @IsIn(AUDITED_ENTITIES)
  entity?: AuditedEntity;

  /** Only changes of the thing with this `_id`. */
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 64,
    pattern: ENTITY_ID.source,
    example: '665f1c2ab8d4e1a2b3c4d5e7',
  })
  @Optional()
  @Matches(ENTITY_ID, { message: 'This is not an id.' })
  @MaxLength(64, { message: 'Enter at most 64 characters.' })
  entityId?: string;

  /** Only changes of this kind. */
  @ApiPropertyOptional({ type: 'string', maxLength: 64, pattern: ACTION.source, example: 'user.promoted' })
  @Optional()
  @Matches(ACTION, { message: 'Enter an action, as user.promoted.' })
  @MaxLength(64, { message: 'Enter at most 64 characters.' })
  action?: string;

  @OptionalDay('Only changes made on this day (UTC) or later.')
  from?: string;

  @OptionalDay('Only changes made on this day (UTC) or before.', '2026-11-30')
  to?: string;

  /** By when they were made. */
  @ApiPropertyOptional({ enum: AUDIT_SORTS, enumName: 'AuditSort', default: 'newest' })
  @Optional()
  @IsIn(AUDIT_SORTS)
  sort?: AuditSort;
}

export class SearchAuditQuery extends IntersectionType(AuditQuery, PageQuery) {}

export class AuditEntryPageDto extends PageOf(AuditEntryDto) {}
