import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInt, IsNumber, IsString, Matches, Max, Min, ValidateIf } from 'class-validator';
import { IsDollars, NumberOrText, PRICE_FORM } from '../common/fields.js';

/** The highest unit price in dollars; an order of one unit must stay within the order limit. */
export const MAX_PRICE = 999_999.99;
export const MAX_QUANTITY = 1_000_000_000;

const QUANTITY_FORM = /^([1-9]\d{0,8}|1000000000)$/;
const STOCK_FORM = /^(0|[1-9]\d{0,8}|1000000000)$/;
const KIND = /^[a-z0-9][a-z0-9-]{0,39}$/;
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

export const Kind = (options: Options = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      maxLength: 40,
      pattern: '^[a-z0-9][a-z0-9-]*$',
      example: 'ssd',
      required: false,
      ...options,
    }),
    Matches(KIND, { message: 'Use lower-case letters, digits and hyphens, at most 40.' }),
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
