import { randomBytes } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, Types } from 'mongoose';

/** Crockford's base32: no I, L, O and U, so that nobody confuses what they read or hear. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const PREFIX = 'RM';

/**
 * A claimed order number. Numbers are random: a counter would make all orders wait for each other. They are the `_id`s of a
 * collection, written in the order's transaction: a unique index on orders would keep them from being sharded.
 */
@Schema({ collection: 'order_numbers', versionKey: false })
export class OrderNumber {
  /** As it is written, `RM-7F4K-29QX`. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  orderId!: Types.ObjectId;
}

export const OrderNumberSchema = SchemaFactory.createForClass(OrderNumber);

const written = (digits: string): string => `${PREFIX}-${digits.slice(0, 4)}-${digits.slice(4)}`;

/** A random number; somebody may have it already. */
export const randomOrderNumber = (): string =>
  written(Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''));

/** Without spaces and dashes. */
const plainOf = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/** O read as 0, I and L as 1; undefined where a character is none of a number. */
function read(digits: string): string | undefined {
  const meant = digits.replace(/O/g, '0').replace(/[IL]/g, '1');
  return Array.from(meant).every((digit) => ALPHABET.includes(digit)) ? meant : undefined;
}

/**
 * The order number that somebody typed, in any case, with or without prefix, dashes and spaces, O for 0 and I or L for 1;
 * undefined when it is none.
 */
export function parseOrderNumber(typed: string): string | undefined {
  const plain = plainOf(typed);
  const isPrefixed = plain.length === LENGTH + PREFIX.length && plain.startsWith(PREFIX);
  const digits = read(isPrefixed ? plain.slice(PREFIX.length) : plain);
  return digits?.length === LENGTH ? written(digits) : undefined;
}

/** A number without prefix and dashes, in lower case: `7f4k29qx` of `RM-7F4K-29QX`. */
export const bareNumber = (number: string): string => number.replace(/^RM|-/g, '').toLowerCase();

/** The fewest characters that are read as a part of a number. */
const LEAST_PART = 4;

/** What a number ends with, of at least `LEAST_PART` characters: `f4k29qx`, `4k29qx`, `k29qx`, `29qx`. */
export const numberEndings = (number: string): string[] =>
  Array.from({ length: LENGTH - LEAST_PART }, (_, cut) => bareNumber(number).slice(cut + 1));

/**
 * The part of an order number that somebody typed, as `bareNumber` writes it. Undefined when it is none, or rather a word:
 * without a figure and without the prefix.
 */
export function parseNumberPart(typed: string): string | undefined {
  const plain = plainOf(typed);
  const isPrefixed = plain.startsWith(PREFIX);
  const digits = read(isPrefixed ? plain.slice(PREFIX.length) : plain);
  if (!digits || digits.length < LEAST_PART || digits.length > LENGTH) return undefined;
  return isPrefixed || /\d/.test(plain) ? digits.toLowerCase() : undefined;
}
