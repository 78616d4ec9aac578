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

/**
 * The order number that somebody typed, in any case, with or without prefix, dashes and spaces, O for 0 and I or L for 1;
 * undefined when it is none.
 */
export function parseOrderNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  const digits =
    plain.length === LENGTH + PREFIX.length && plain.startsWith(PREFIX) ? plain.slice(PREFIX.length) : plain;
  const read = digits.replace(/O/g, '0').replace(/[IL]/g, '1');
  return read.length === LENGTH && Array.from(read).every((digit) => ALPHABET.includes(digit))
    ? written(read)
    : undefined;
}
