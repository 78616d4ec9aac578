import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import {
  KEY_PATTERN,
  type Kind,
  MAX_ALIASES,
  MAX_LABEL,
  MAX_OPTIONS,
  MAX_SPECS,
  OPTION_PATTERN,
  SLUG_PATTERN,
  type Spec,
  SPEC_FILTERS,
  SPEC_TYPES,
  type SpecFilter,
  type SpecOption,
  type SpecType,
  ZERO_MEANINGS,
  type ZeroMeaning,
} from './kind.js';

export class SpecOptionDto implements SpecOption {
  /** What is stored and sent. */
  @ApiProperty({ pattern: OPTION_PATTERN.source, example: 'sTR4' })
  value!: string;

  /** What people read. */
  @ApiProperty({ maxLength: MAX_LABEL, example: 'sTR4' })
  label!: string;

  /** Other names of the same, which are read wherever a value is. */
  @ApiProperty({ type: [String], maxItems: MAX_ALIASES, example: ['TR4'] })
  aliases!: string[];
}

/** A specification of the parts of a kind. */
export class SpecDto implements Spec {
  /** Names it in the API and in files (`spec.lengthMm`). */
  @ApiProperty({ pattern: KEY_PATTERN.source, example: 'lengthMm' })
  key!: string;

  @ApiProperty({ maxLength: MAX_LABEL, example: 'Length' })
  label!: string;

  /** The heading that it stands under; empty for none. */
  @ApiProperty({ maxLength: MAX_LABEL, example: 'Dimensions' })
  group!: string;

  /** `choice` is one of the options, `choices` are several of them, `flag` is yes or no. */
  @ApiProperty({ enum: SPEC_TYPES, enumName: 'SpecType' })
  type!: SpecType;

  /** In which a number is stored and shown; absent where it counts something. */
  @ApiPropertyOptional({ example: 'mm' })
  unit?: string;

  /** The least number, in its unit. */
  @ApiPropertyOptional({ type: 'number', example: 1 })
  min?: number;

  /** The highest number, in its unit. */
  @ApiPropertyOptional({ type: 'number', example: 600 })
  max?: number;

  /** The most decimals of a number; 0 unless set. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 6, example: 1 })
  decimals?: number;

  /** What 0 says: that there is none, or that it is not known. */
  @ApiPropertyOptional({ enum: ZERO_MEANINGS, enumName: 'ZeroMeaning' })
  zero?: ZeroMeaning;

  /** Of a choice or choices, in the order in which they are shown. */
  @ApiProperty({ type: [SpecOptionDto], maxItems: MAX_OPTIONS })
  options!: SpecOptionDto[];

  /** Whether a part has to have it. */
  @ApiProperty()
  required!: boolean;

  /** How parts are filtered by it. */
  @ApiProperty({ enum: SPEC_FILTERS, enumName: 'SpecFilter' })
  filter!: SpecFilter;

  /** Whether cards show it. */
  @ApiProperty()
  onCard!: boolean;

  /** Whether parts are compared by it. */
  @ApiProperty()
  compared!: boolean;
}

/** A kind of part, and which specifications its parts have. */
export class KindDto implements Kind {
  /** Names it in addresses and in the API. */
  @ApiProperty({ pattern: SLUG_PATTERN.source, example: 'graphics-card' })
  slug!: string;

  /** What one part of it is called. */
  @ApiProperty({ maxLength: MAX_LABEL, example: 'Graphics card' })
  label!: string;

  /** What several are called. */
  @ApiProperty({ maxLength: MAX_LABEL, example: 'Graphics cards' })
  plural!: string;

  /** What it is listed under; empty for none. */
  @ApiProperty({ maxLength: MAX_LABEL, example: '' })
  group!: string;

  /** Other texts that mean this kind, in lower case. */
  @ApiProperty({ type: [String], maxItems: MAX_ALIASES, example: ['gpu', 'video card'] })
  aliases!: string[];

  @ApiProperty({ type: [SpecDto], maxItems: MAX_SPECS })
  specs!: SpecDto[];
}

export class KindListDto {
  /** By their groups, then their labels. */
  @ApiProperty({ type: [KindDto] })
  kinds!: KindDto[];
}

export const toKindDto = ({ slug, label, plural, group, aliases, specs }: Kind): KindDto => ({
  slug,
  label,
  plural,
  group,
  aliases,
  specs,
});

/** The name of a kind in a path. */
export class KindNameParam {
  /** Its slug, or another of its names. */
  @ApiProperty({ type: 'string', maxLength: MAX_LABEL, example: 'graphics-card' })
  @IsString()
  @MaxLength(MAX_LABEL, { message: `Enter at most ${MAX_LABEL} characters.` })
  slug!: string;
}
