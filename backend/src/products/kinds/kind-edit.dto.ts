import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Line, LINE_EXCLUDES, Optional } from '../../common/fields.js';
import {
  KEY_PATTERN,
  type Kind,
  MAX_ALIASES,
  MAX_LABEL,
  MAX_OPTIONS,
  MAX_SPECS,
  OPTION_PATTERN,
  SLUG_PATTERN,
  SPEC_FILTERS,
  SPEC_TYPES,
  type SpecFilter,
  type SpecOption,
  type SpecType,
  ZERO_MEANINGS,
  type ZeroMeaning,
} from '../../kinds/kind.js';
import { foldedName } from '../../kinds/spec-value.js';
import { UNITS } from '../../kinds/units.js';

const MAX_NUMBER = 1e12;
const UNIT_NAMES = Object.keys(UNITS);

/** A heading, or nothing. */
const Heading = (example: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: MAX_LABEL, pattern: `^[^${LINE_EXCLUDES}]*$`, example }),
    Matches(new RegExp(`^[^${LINE_EXCLUDES}]*$`), { message: 'Enter no control characters.' }),
    MaxLength(MAX_LABEL, { message: `Enter at most ${MAX_LABEL} characters.` }),
    IsString({ message: 'Enter a text; an empty one for none.' }),
  );

const Aliases = (example: string[]) =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: MAX_LABEL, pattern: `^[^${LINE_EXCLUDES}]*$` },
      maxItems: MAX_ALIASES,
      uniqueItems: true,
      example,
    }),
    Matches(new RegExp(`^[^${LINE_EXCLUDES}]*[^${LINE_EXCLUDES}\\s][^${LINE_EXCLUDES}]*$`), {
      each: true,
      message: 'Enter names without control characters.',
    }),
    MaxLength(MAX_LABEL, { each: true, message: `Enter at most ${MAX_LABEL} characters.` }),
    ArrayUnique({ message: 'Enter each name once.' }),
    ArrayMaxSize(MAX_ALIASES, { message: `Enter at most ${MAX_ALIASES}.` }),
    IsString({ each: true, message: 'Enter texts.' }),
    IsArray({ message: 'Give a list of names.' }),
  );

const Bound = (example: number) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'number', minimum: -MAX_NUMBER, maximum: MAX_NUMBER, example }),
    Max(MAX_NUMBER, { message: `Enter at most ${MAX_NUMBER}.` }),
    Min(-MAX_NUMBER, { message: `Enter at least ${-MAX_NUMBER}.` }),
    IsNumber({ maxDecimalPlaces: 6 }, { message: 'Enter a number with at most six decimals.' }),
  );

const YesNo = () => applyDecorators(ApiProperty(), IsBoolean({ message: 'Enter true or false.' }));

export class SaveOptionDto {
  /** What is stored and sent. */
  @ApiProperty({ type: 'string', pattern: OPTION_PATTERN.source, maxLength: 40, example: 'sTR4' })
  @Matches(OPTION_PATTERN, {
    message: 'Use letters, digits, dots, hyphens and underscores, at most 40, a letter or digit first.',
  })
  @IsString()
  value!: string;

  @Line(MAX_LABEL, 'Label is Required', 'sTR4')
  label!: string;

  @Aliases(['TR4'])
  aliases!: string[];

  /** The value that it had so far, to rename it: the parts that have it get the new one. */
  @ApiPropertyOptional({ type: 'string', maxLength: 40, example: 'TR4' })
  @Optional()
  @MaxLength(40, { message: 'Enter at most 40 characters.' })
  @IsString()
  was?: string;
}

export class SaveSpecDto {
  /** Names it in the API and in files; an existing one keeps its key. */
  @ApiProperty({ type: 'string', pattern: KEY_PATTERN.source, maxLength: 40, example: 'lengthMm' })
  @Matches(KEY_PATTERN, { message: 'Use letters and digits, at most 40, a lower-case letter first.' })
  @IsString()
  key!: string;

  @Line(MAX_LABEL, 'Label is Required', 'Length')
  label!: string;

  /** The heading that it stands under; empty for none. */
  @Heading('Dimensions')
  group!: string;

  @ApiProperty({ enum: SPEC_TYPES, enumName: 'SpecType' })
  @IsIn(SPEC_TYPES)
  type!: SpecType;

  /** Of a number, in which it is stored and shown; without it, it counts something. */
  @ApiPropertyOptional({ enum: UNIT_NAMES, example: 'mm' })
  @Optional()
  @IsIn(UNIT_NAMES, { message: `Choose one of ${UNIT_NAMES.join(', ')}.` })
  unit?: string;

  /** Of a number, in its unit. */
  @Optional()
  @Bound(1)
  min?: number;

  /** Of a number, in its unit. */
  @Optional()
  @Bound(600)
  max?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 6, example: 0 })
  @Optional()
  @Max(6, { message: 'Enter at most 6.' })
  @Min(0, { message: 'Enter at least 0.' })
  @IsInt({ message: 'Enter a whole number.' })
  decimals?: number;

  /** Of a number: what 0 says. */
  @ApiPropertyOptional({ enum: ZERO_MEANINGS, enumName: 'ZeroMeaning' })
  @Optional()
  @IsIn(ZERO_MEANINGS)
  zero?: ZeroMeaning;

  /** Of a choice or choices; empty for other types. */
  @ApiProperty({ type: [SaveOptionDto], maxItems: MAX_OPTIONS })
  @ValidateNested({ each: true })
  @Type(() => SaveOptionDto)
  @ArrayMaxSize(MAX_OPTIONS, { message: `Enter at most ${MAX_OPTIONS}.` })
  @IsArray({ message: 'Give a list of options.' })
  options!: SaveOptionDto[];

  @YesNo()
  required!: boolean;

  @ApiProperty({ enum: SPEC_FILTERS, enumName: 'SpecFilter' })
  @IsIn(SPEC_FILTERS)
  filter!: SpecFilter;

  @YesNo()
  onCard!: boolean;

  @YesNo()
  compared!: boolean;
}

const EXAMPLE_SPEC = {
  key: 'outputChannels',
  label: 'Output channels',
  group: 'Audio',
  type: 'number',
  min: 1,
  max: 32,
  options: [],
  required: false,
  filter: 'values',
  onCard: true,
  compared: true,
};
export const EXAMPLE_KIND = {
  label: 'Sound card',
  plural: 'Sound cards',
  group: 'Audio',
  aliases: ['audio card'],
  specs: [EXAMPLE_SPEC],
};

/** A kind as a whole, with its specifications in their order. */
export class CreateKindDto {
  /** Names it in addresses and in the API; never changed. */
  @ApiProperty({ type: 'string', pattern: SLUG_PATTERN.source, maxLength: 40, example: 'sound-card' })
  @Matches(SLUG_PATTERN, { message: 'Use lower-case letters, digits and hyphens, at most 40.' })
  @IsString()
  slug!: string;

  @Line(MAX_LABEL, 'Label is Required', 'Sound card')
  label!: string;

  @Line(MAX_LABEL, 'Plural is Required', 'Sound cards')
  plural!: string;

  /** What it is listed under; empty for none. */
  @Heading('Audio')
  group!: string;

  /** Other texts that mean this kind. */
  @Aliases(['audio card'])
  aliases!: string[];

  @ApiProperty({ type: [SaveSpecDto], maxItems: MAX_SPECS, example: [EXAMPLE_SPEC] })
  @ValidateNested({ each: true })
  @Type(() => SaveSpecDto)
  @ArrayMaxSize(MAX_SPECS, { message: `Enter at most ${MAX_SPECS}.` })
  @IsArray({ message: 'Give a list of specifications.' })
  specs!: SaveSpecDto[];
}

export class ReplaceKindDto extends OmitType(CreateKindDto, ['slug']) {}

export class KindSlugParam {
  /** The kind. */
  @ApiProperty({ type: 'string', pattern: SLUG_PATTERN.source, maxLength: 40, example: 'graphics-card' })
  @Matches(SLUG_PATTERN, { message: 'This is not the slug of a kind.' })
  slug!: string;
}

/** The options of a body. A renamed one keeps its former value as an alias, so that files with it can still be read. */
function toOptions(options: readonly SaveOptionDto[]): SpecOption[] {
  const names = new Set(
    options.flatMap(({ value, label, aliases }) => [value, label, ...aliases].map(foldedName)),
  );
  return options.map(({ value, label, aliases, was }) => {
    const keepsFormer = was !== undefined && aliases.length < MAX_ALIASES && !names.has(foldedName(was));
    return { value, label, aliases: keepsFormer ? [...aliases, was] : aliases };
  });
}

/** The kind that a body describes. */
export const toEditedKind = (
  slug: string,
  { label, plural, group, aliases, specs }: ReplaceKindDto,
): Kind => ({
  slug,
  label,
  plural,
  group: group.trim(),
  aliases: aliases.map((alias) => alias.trim().toLowerCase()),
  specs: specs.map(({ options, ...spec }) => ({
    ...spec,
    group: spec.group.trim(),
    options: toOptions(options),
  })),
});
