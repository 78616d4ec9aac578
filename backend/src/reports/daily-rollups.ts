import { type ClientSession, type mongo, Types } from 'mongoose';
import type { DomainEvent, OrderEventType } from '../outbox/domain-events.js';
import { STATUSES } from '../purchases/orders/order-states.js';
import { COUNTED_FIELDS, countedChange, countedOrder, type StoredOrder } from './counted-order.js';
import {
  addFigures,
  addSales,
  bySales,
  type Figures,
  figuresOf,
  NO_FIGURES,
  type Sales,
  salesOf,
} from './daily-figures.js';
import { type DailyReport, type DailySales, salesIn } from './daily-report.schema.js';
import { addDays, type Day, dayOf, startOf } from './days.js';

/** The rollups as a consumer of events. */
export const ROLLUPS = 'rollups';

/** A document holds at most 16 MB; only the best-selling products of a day are kept. */
export const MOST_PRODUCTS = 100_000;

/** What a day's orders come to. */
export interface Rollup {
  figures: Figures;
  /** By the product's id. */
  sales: Map<string, Sales>;
}

export const reportsIn = (db: mongo.Db): mongo.Collection<DailyReport> => db.collection('daily_reports');
const salesOfDays = (db: mongo.Db): mongo.Collection<DailySales> => db.collection('daily_sales');

/** The stored rollup of a day. */
export async function storedRollup(db: mongo.Db, _id: Day, session: ClientSession): Promise<Rollup> {
  const report = await reportsIn(db).findOne({ _id }, { session });
  const sold = await salesOfDays(db).findOne({ _id }, { session });
  const { orders, paidOrders, grossCents, refundedCents } = report ?? NO_FIGURES;
  return {
    figures: { orders, paidOrders, grossCents, refundedCents },
    sales: new Map(sold ? salesIn(sold) : []),
  };
}

/** The rollup of a day, from all orders that were placed on it. */
export async function computedRollup(db: mongo.Db, day: Day, session: ClientSession): Promise<Rollup> {
  let figures = NO_FIGURES;
  const sales = new Map<string, Sales>();
  const placedOn = { $gte: startOf(day), $lt: startOf(addDays(day, 1)) };
  // the states are named for the index
  const orders = db
    .collection('purchases')
    .find<StoredOrder>(
      { status: { $in: [...STATUSES] }, createdAt: placedOn },
      { projection: COUNTED_FIELDS, batchSize: 1_000, session },
    );
  for await (const stored of orders) {
    const order = countedOrder(stored);
    figures = addFigures(figures, figuresOf(order));
    addSales(sales, salesOf(order));
  }
  return { figures, sales };
}

/** Writes the rollup of a day; none for a day without orders. */
export async function writeRollup(
  db: mongo.Db,
  _id: Day,
  { figures, sales }: Rollup,
  session: ClientSession,
): Promise<void> {
  const [reports, sold] = [reportsIn(db), salesOfDays(db)];
  if (figures.orders === 0) {
    await reports.deleteOne({ _id }, { session });
    await sold.deleteOne({ _id }, { session });
    return;
  }
  const revision = new Types.ObjectId();
  const best = [...sales].sort(bySales).slice(0, MOST_PRODUCTS);
  const options = { session, upsert: true };
  await reports.replaceOne({ _id }, { revision, ...figures }, options);
  const products = best.map(([id]) => new Types.ObjectId(id));
  const units = best.map(([, each]) => each.units);
  const cents = best.map(([, each]) => each.cents);
  await sold.replaceOne({ _id }, { revision, products, units, cents }, options);
}

/**
 * Applies changes of orders to the rollups of the days on which they were placed, each of which is read and written once. An
 * event says what its order was before it and is after it, so each adds the difference, in whatever order they come; each must
 * be applied exactly once.
 */
export async function applyChanges(
  db: mongo.Db,
  events: readonly DomainEvent<OrderEventType>[],
  session: ClientSession,
): Promise<void> {
  const days = new Map<Day, Rollup>();
  for (const { payload } of events) {
    const day = dayOf(new Date(payload.order.placedAt));
    const rollup = days.get(day) ?? (await storedRollup(db, day, session));
    const { before, after } = countedChange(payload);
    if (before) {
      rollup.figures = addFigures(rollup.figures, figuresOf(before), -1);
      addSales(rollup.sales, salesOf(before), -1);
    }
    rollup.figures = addFigures(rollup.figures, figuresOf(after));
    addSales(rollup.sales, salesOf(after));
    days.set(day, rollup);
  }
  for (const [day, rollup] of days) await writeRollup(db, day, rollup, session);
}
