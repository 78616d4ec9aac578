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

/** The alert as it is then; the event tells of it, where somebody has to know. */
export interface Step {
  after: AlertFields;
  event?: AlertEventType;
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
 * confirms it. Undefined: it stays as it is.
 *
 * @param mayMail whether the address may get another mail now
 */
export function requested(
  before: AlertFields | undefined,
  wish: Wish,
  now: Date,
  mayMail: boolean,
): Step | undefined {
  const mailed = before?.confirmMailAt;
  const isMailed = mayMail && (!mailed || later(mailed, MAIL_AGAIN_MS) <= now);
  const mail: Partial<Step> = isMailed ? { event: 'stock-alert.requested' } : {};
  if (!before || before.state === 'requested') {
    if (!before && !isMailed) return undefined;
    const { productId, email, units } = wish;
    const request = before ?? {
      _id: new Types.ObjectId(),
      productId,
      email,
      state: 'requested' as const,
      since: now,
      version: 0,
    };
    const times = isMailed && { confirmMailAt: now, expiresAt: later(now, CONFIRM_MS) };
    return { after: { ...request, units, ...times }, ...mail };
  }
  if (before.state === 'waiting' && before.units === wish.units) return undefined;
  return {
    after: { ...before, askedUnits: wish.units, ...(isMailed && { confirmMailAt: now }) },
    ...mail,
  };
}

/** Whether there is nothing for the owner of the address to confirm. */
export const isConfirmed = ({ state, askedUnits }: AlertFields): boolean =>
  state !== 'requested' && askedUnits === undefined;
