import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { IsDollars, LINE_EXCLUDES, NumberOrText, PRICE_FORM } from '../common/fields.js';

/** The highest unit price in dollars; an order of one unit must stay within the order limit. */
export const MAX_PRICE = 999_999.99;
export const MAX_QUANTITY = 1_000_000_000;

const QUANTITY_FORM = /^([1-9]\d{0,8}|1000000000)$/;
const STOCK_FORM = /^(0|[1-9]\d{0,8}|1000000000)$/;
export const SKU = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/;

interface Options {
  required?: boolean;
  nullable?: boolean;
  example?: number;
}

/** A field that may be left out, or null to have none. */
export const Clearable = () => ValidateIf((_fields, value: unknown) => value !== undefined && value !== null);

/** A unit price in dollars, above 0, at most two decimals. */
export const Price = (options: Options = {}) =>
  applyDecorators(
    NumberOrText(
      { type: 'number', minimum: 0.01, maximum: MAX_PRICE, multipleOf: 0.01, example: 49.9, ...options },
      PRICE_FORM,
    ),
    // of several messages the last one's is shown
    IsDollars(),
    Max(MAX_PRICE, { message: `Enter at most ${MAX_PRICE}.` }),
    Min(0.01, { message: 'Enter a price above 0.' }),
    IsNumber({}, { message: 'Enter a number.' }),
  );

const Whole = (minimum: number, example: number, form: RegExp, options: Options) =>
  applyDecorators(
    NumberOrText({ type: 'integer', minimum, maximum: MAX_QUANTITY, example, ...options }, form),
    Max(MAX_QUANTITY, { message: `Enter at most ${MAX_QUANTITY}.` }),
    Min(minimum, { message: `Enter at least ${minimum}.` }),
    IsInt({ message: 'Enter a whole number.' }),
  );

/** Units of an order, from 1. */
export const Quantity = (example: number, options: Options = {}) => Whole(1, example, QUANTITY_FORM, options);

/** Units in stock, from 0. */
export const Units = (example: number, options: Options = {}) => Whole(0, example, STOCK_FORM, options);

const KIND = new RegExp(`^[^${LINE_EXCLUDES}]*$`);

/** A kind of part; the shop knows which there are. */
export const Kind = (options: Options = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      maxLength: 40,
      pattern: KIND.source,
      example: 'ssd',
      required: false,
      ...options,
    }),
    Matches(KIND, { message: 'Enter no control characters.' }),
    MaxLength(40, { message: 'Enter at most 40 characters.' }),
    IsString(),
  );

/** A stock-keeping unit, kept in upper case so that no two differ by case alone. */
export const Sku = (options: Options = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      maxLength: 64,
      pattern: SKU.source,
      example: 'NB-480',
      required: false,
      ...options,
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.toUpperCase() : value,
    ),
    Matches(SKU, { message: 'Use letters, digits, dots, slashes, hyphens and underscores, at most 64.' }),
    IsString(),
  );

/** A Global Trade Item Number: 8, 12, 13 or 14 digits, of which the last checks the others (GS1 General Specifications, 7.9). */
export const GTIN = /^(\d{8}|\d{12,14})$/;

export const isGtin = (text: unknown): boolean =>
  typeof text === 'string' &&
  GTIN.test(text) &&
  Array.from(text.padStart(14, '0')).reduce(
    (sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 3 : 1),
    0,
  ) %
    10 ===
    0;

export const Gtin = (options: Options = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      pattern: GTIN.source,
      example: '04012345678901',
      required: false,
      ...options,
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.replace(/[\s-]/g, '') : value,
    ),
    ValidateBy(
      { name: 'isGtin', validator: { validate: isGtin } },
      { message: 'Enter the 8, 12, 13 or 14 digits of a GTIN; one of them may be mistyped.' },
    ),
    IsString({ message: 'Enter the digits of a GTIN.' }),
  );

export const MAX_PART_NUMBERS = 20;
/** A semicolon divides them in files. */
const PART_NUMBER = new RegExp(
  `^[^\\s;${LINE_EXCLUDES}](?:[^;${LINE_EXCLUDES}]{0,62}[^\\s;${LINE_EXCLUDES}])?$`,
);

export const PartNumbers = (options: Options = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 64, pattern: PART_NUMBER.source },
      maxItems: MAX_PART_NUMBERS,
      uniqueItems: true,
      example: ['NB-480-R2'],
      required: false,
      ...options,
    }),
    Matches(PART_NUMBER, {
      each: true,
      message: 'Enter numbers of at most 64 characters without semicolons.',
    }),
    IsString({ each: true, message: 'Enter texts.' }),
    ArrayUnique({ message: 'Enter each number once.' }),
    ArrayMaxSize(MAX_PART_NUMBERS, { message: `Enter at most ${MAX_PART_NUMBERS}.` }),
    IsArray({ message: 'Give a list of part numbers.' }),
  );

/** What can be given for a specification, for the API document. */
export const SPEC_VALUE = {
  oneOf: [
    { type: 'string', maxLength: 1_000 },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 300 },
  ],
};

/** Values of specifications by their keys. What each takes is its kind's, which the shop reads with the product. */
export const SpecValues = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { ...SPEC_VALUE, nullable: true },
      example: { capacityGb: '480 GB', interface: 'sata' },
    }),
    IsObject({ message: 'Give an object with values by the keys of specifications.' }),
  );

/** The values of a product's specifications as they are stored. */
export const ApiSpecs = () =>
  ApiPropertyOptional({
    type: 'object',
    additionalProperties: SPEC_VALUE,
    example: { capacityGb: 480, interface: 'sata' },
  });
