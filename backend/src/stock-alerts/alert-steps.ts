import { Types } from 'mongoose';
import { CONFIRM_MS, MAIL_AGAIN_MS } from './alert-times.js';
import type { AlertEventType } from './stock-alert-records.service.js';
import type { AlertFields } from './stock-alert.schema.js';

/** What requests and confirmations make of an alert: the pure rules. */

/** Who wants how many of what. */
export interface Wish {
  productId: Types.ObjectId;
  /** Lower-cased. */
  email: string;
  units: number;
}

/** The alert as it is then, and the event that tells of it. */
export interface Step {
  after: AlertFields;
  event: AlertEventType;
}

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** An alert that counts from now on. It keeps its place if it counts already. */
export function confirmed(before: AlertFields | undefined, wish: Wish, now: Date): Step {
  const { productId, email, units } = wish;
  const isWaiting = before?.state === 'waiting';
  return {
    after: {
      _id: before?._id ?? new Types.ObjectId(),
      productId,
      email,
      units,
      state: 'waiting',
      since: isWaiting ? before.since : now,
      ...(before?.confirmMailAt && { confirmMailAt: before.confirmMailAt }),
      version: before?.version ?? 0,
    },
    event: 'stock-alert.confirmed',
  };
}

/**
 * What becomes of an alert that somebody requests who may not be the owner of the address: nothing counts before its owner
 * confirms it, and nothing changes without a mail that says so. Undefined: it stays as it is.
 *
 * @param mayMail whether the address may get another mail now
 */
export function requested(
  before: AlertFields | undefined,
  { productId, email, units }: Wish,
  now: Date,
  mayMail: boolean,
): Step | undefined {
  const mailed = before?.confirmMailAt;
  if (!mayMail || (mailed && later(mailed, MAIL_AGAIN_MS) > now)) return undefined;
  if (before?.state === 'waiting' && before.units === units) return undefined;
  const event = 'stock-alert.requested';
  if (before && before.state !== 'requested')
    return { after: { ...before, askedUnits: units, confirmMailAt: now }, event };
  const request = before ?? {
    _id: new Types.ObjectId(),
    productId,
    email,
    state: 'requested' as const,
    since: now,
    version: 0,
  };
  return { after: { ...request, units, confirmMailAt: now, expiresAt: later(now, CONFIRM_MS) }, event };
}

/** How many its owner is asked to confirm, or has confirmed. */
export const latestUnits = ({ askedUnits, units }: Pick<AlertFields, 'askedUnits' | 'units'>): number =>
  askedUnits ?? units;

/** Whether there is nothing for the owner of the address to confirm. */
export const isConfirmed = ({ state, askedUnits }: AlertFields): boolean =>
  state !== 'requested' && askedUnits === undefined;
