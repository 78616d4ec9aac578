import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { LINE_EXCLUDES } from '../../common/fields.js';
import { withVersion } from '../../common/versions.js';
import type { Synonyms } from './synonyms.schema.js';

export const MAX_GROUPS = 500;
export const MAX_GROUP = 20;
export const MAX_SYNONYM = 60;

/** Words and phrases that mean the same. */
export class SynonymGroupDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_SYNONYM, pattern: '[\\p{L}\\p{N}]' },
    minItems: 2,
    maxItems: MAX_GROUP,
    example: ['gpu', 'graphics card', 'video card'],
  })
  @Matches(/[\p{L}\p{N}]/u, { each: true, message: 'A synonym has a letter or a digit.' })
  @Matches(new RegExp(`^[^${LINE_EXCLUDES}]*$`), { each: true, message: 'Enter no control characters.' })
  @MaxLength(MAX_SYNONYM, { each: true, message: `Enter at most ${MAX_SYNONYM} characters for each.` })
  @IsString({ each: true, message: 'Enter words.' })
  @ArrayMinSize(2, { message: 'Enter at least two.' })
  @ArrayMaxSize(MAX_GROUP, { message: `Enter at most ${MAX_GROUP}.` })
  @IsArray({ message: 'Enter at least two.' })
  words!: string[];
}

const GROUPS = { message: 'Give a list of groups of words.' };

export class ReplaceSynonymsDto {
  /** All groups; those left out are removed. */
  @ApiProperty({
    type: [SynonymGroupDto],
    maxItems: MAX_GROUPS,
    example: [{ words: ['gpu', 'graphics card'] }],
  })
  @Type(() => SynonymGroupDto)
  @ValidateNested({ each: true, ...GROUPS })
  @IsObject({ each: true, ...GROUPS })
  @ArrayMaxSize(MAX_GROUPS, { message: `Enter at most ${MAX_GROUPS} groups.` })
  @IsArray(GROUPS)
  groups!: SynonymGroupDto[];
}

/** The groups of synonyms that a search knows. */
export class SynonymsDto {
  @ApiProperty({ type: [SynonymGroupDto], maxItems: MAX_GROUPS })
  groups!: SynonymGroupDto[];
}

export const toSynonymsDto = ({ groups, version }: Pick<Synonyms, 'groups' | 'version'>): SynonymsDto =>
  withVersion({ groups: groups.map((words) => ({ words })) }, version);
