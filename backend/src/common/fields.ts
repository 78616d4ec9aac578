import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  Allow,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { isWholeCents } from './money.js';

/** A field that may be left out. Null is a value, and not one of its. */
export const Optional = () => ValidateIf((_fields, value: unknown) => value !== undefined);

/** A field that the specification's calls send and the server does not believe: accepted, whatever it is, and ignored. */
export const Ignored = (example: unknown) =>
  applyDecorators(
    ApiPropertyOptional({
      anyOf: [
        { type: 'object', nullable: true },
        { type: 'array', items: {} },
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
      ],
      example,
    }),
    Allow(),
  );

const DECIMAL = /^-?\d{1,15}(\.\d{1,10})?$/;

/** A number from a number or from its string in the form given; anything else is left for the validator to refuse. */
export const ToNumber = (form = DECIMAL) =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' && form.test(value) ? Number(value) : value,
  );

/** `true` or `false` from its string; anything else is left for the validator to refuse. */
export const ToBoolean = () =>
  Transform(({ obj, key }: TransformFnParams): unknown => {
    const value = (obj as Record<string, unknown>)[key];
    return value === 'true' ? true : value === 'false' ? false : value;
  });

interface NumberDocs {
  type: 'integer' | 'number';
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  example: number;
  required?: boolean;
  nullable?: boolean;
}

/**
 * A number of a body, or its string as HTML forms send it. The string's form says the number's bounds as well, so that the
 * document says exactly what is taken; the field's validators look at the number.
 */
export const NumberOrText = (
  { required = true, nullable = false, example, ...number }: NumberDocs,
  form: RegExp,
) =>
  applyDecorators(
    ApiProperty({
      oneOf: [number, { type: 'string', pattern: form.source }],
      example,
      required,
      ...(nullable && { nullable }),
    }),
    ToNumber(form),
  );

/** The string of a price from 0.01 to 999999.99. */
export const PRICE_FORM = /^([1-9]\d{0,5}(\.\d{1,2})?|0\.(0[1-9]|[1-9]\d?))$/;

const trimmed = () =>
  Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value));

// Control characters, and those that change the direction of the text around them; as ranges, for the API document too.
const DIRECTION = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** What a text of one line has none of, for a class of a regular expression. */
export const LINE_EXCLUDES = `\\u0000-\\u001f\\u007f-\\u009f${DIRECTION}`;
/** In a longer text, tabs and line ends are allowed. */
const TEXT_EXCLUDES = `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${DIRECTION}`;

/** A text of the identity provider without the characters that a name of ours may not have. */
export const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');

const requiredText =
  (excluded: string) =>
  (max: number, required: string, example: string, docs: { required?: boolean; nullable?: boolean } = {}) =>
    applyDecorators(
      ApiProperty({
        ...docs,
        type: 'string',
        minLength: 1,
        maxLength: max,
        // not blank, and of allowed characters only
        pattern: `^[^${excluded}]*[^${excluded}\\s][^${excluded}]*$`,
        example,
      }),
      trimmed(),
      Matches(new RegExp(`^[^${excluded}]*$`), { message: 'Enter no control characters.' }),
      MaxLength(max, { message: `Enter at most ${max} characters.` }),
      IsString({ message: required }),
      IsNotEmpty({ message: required }),
    );

/** A required text, trimmed, of 1 to `max` characters, without control characters but tabs and line ends. */
export const Text = requiredText(TEXT_EXCLUDES);

/** A required text of one line: a name, for example. */
export const Line = requiredText(LINE_EXCLUDES);

/** A required telephone number: digits, with the signs that people write between them; a number becomes its string. */
export const Phone = (required: string, docs: { required?: boolean } = {}) =>
  applyDecorators(
    ApiProperty({
      ...docs,
      oneOf: [
        { type: 'string', minLength: 3, maxLength: 30, pattern: PHONE_PATTERN.source },
        { type: 'integer', minimum: 100, maximum: Number.MAX_SAFE_INTEGER },
      ],
      example: '5550100',
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      Number.isSafeInteger(value) ? String(value) : typeof value === 'string' ? value.trim() : value,
    ),
    Matches(PHONE_PATTERN, { message: 'Phone must be a number' }),
    IsString({ message: required }),
    IsNotEmpty({ message: required }),
  );

const PHONE_PATTERN = /^\+?[0-9][0-9 ()./-]{2,28}$/;

const MAX_EMAIL = 254;

/** The addresses that HTML's e-mail input accepts: the pattern of the HTML standard, which says why it is not RFC 5322. */
const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Whether a trimmed text is an e-mail address. */
export const isEmail = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_EMAIL && EMAIL_PATTERN.test(value);

/** An address as the shop keeps and compares it. */
export const lowerEmail = (email: string): string => email.trim().toLowerCase();

/** An e-mail address, trimmed and lower-cased. */
export const Email = (docs: { required?: boolean } = {}) =>
  applyDecorators(
    ApiProperty({
      ...docs,
      type: 'string',
      pattern: EMAIL_PATTERN.source,
      minLength: 3,
      maxLength: MAX_EMAIL,
      example: 'customer@example.com',
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? lowerEmail(value) : value,
    ),
    ValidateBy(
      { name: 'isEmail', validator: { validate: isEmail } },
      { message: 'Please provide a valid Email' },
    ),
    IsString({ message: 'Email is Required' }),
    IsNotEmpty({ message: 'Email is Required' }),
  );

/** A number of dollars with at most two decimals. */
export const IsDollars = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isDollars',
      validator: { validate: (value) => typeof value === 'number' && isWholeCents(value) },
    },
    { message: 'Enter a price in dollars with at most two decimals.', ...options },
  );

const ID_PATTERN = /^[0-9a-fA-F]{24}$/;

/** An `_id`, for the API document. */
export const ID_SCHEMA = {
  type: 'string',
  minLength: 24,
  maxLength: 24,
  pattern: ID_PATTERN.source,
  example: '665f1c2ab8d4e1a2b3c4d5e6',
} as const;

/** 24 hexadecimal digits. (The validators' own rule takes `0x` for two of them, which the database does not.) */
export const IsId = (options?: ValidationOptions) =>
  Matches(ID_PATTERN, { message: 'This is not an id: 24 hexadecimal digits.', ...options });

/** An `_id`. */
export const Id = (docs: { description?: string; required?: boolean; example?: string } = {}) =>
  applyDecorators(ApiProperty({ ...ID_SCHEMA, ...docs }), IsId());

/** The `id` of a path. */
export class IdParam {
  @Id({ description: 'The `_id`.' })
  id!: string;
}
