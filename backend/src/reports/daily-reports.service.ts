import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted, Types } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { STATUSES } from '../purchases/orders/order-rules.js';
import { Order } from '../purchases/orders/order.schema.js';
import {
  addFigures,
  addSales,
  bySales,
  type CountedOrder,
  type Figures,
  figuresOf,
  NO_FIGURES,
  salesOf,
  type Sales,
} from './daily-figures.js';
import { DailyReport, DailySales, ReportProgress } from './daily-report.schema.js';
import { addDays, type Day, dayOf, startOf } from './days.js';

export const PROGRESS_ID = 'daily';

/**
 * How much of the changes is read again. An order's `updatedAt` is the time of the replica that sent the change, which is
 * before its commit: longer than a transaction may last (15 s of attempts, and the database ends each after 60 s) and
 * than the clocks of the replicas may differ.
 */
const OVERLAP_MS = 10 * 60_000;
/** A replica that died is replaced after this. */
const CLAIM_MS = 60_000;
/** A document holds at most 16 MB; only the best-selling products of a day are kept. */
const MOST_PRODUCTS = 100_000;

const claimEnd = (): Date => new Date(Date.now() + CLAIM_MS);

/** The fields of a `CountedOrder`. */
const COUNTED = {
  _id: 0,
  status: 1,
  totalCents: 1,
  orderQuantity: 1,
  productId: 1,
  refunds: 1,
  refundStatus: 1,
} satisfies Record<keyof CountedOrder | '_id', 0 | 1>;

interface Rollup {
  figures: Figures;
  sold: Omit<DailySales, '_id' | 'revision'>;
}
interface Progress {
  $set: { claimedUntil: Date; builtFrom?: Day };
  $max?: { upTo: Date };
  $unset?: { builtFrom: 1 };
}
type Save = (progress: Progress) => Promise<boolean>;
type StoredOrder = CountedOrder & { createdAt: Date };

/**
 * Maintains the daily rollups. Nothing is written when an order changes: a run reads the orders that changed since the run
 * before, and computes the days on which they were placed again, from all orders of the day. A write of a day is conditional
 * on nobody having written it since before its orders were read, so a slow replica cannot put older figures over newer
 * ones; a run that was interrupted is done again. So after a run the rollups equal a full computation.
 */
@Injectable()
export class DailyReports {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(DailyReport.name) private readonly reports: Model<DailyReport>,
    @InjectModel(DailySales.name) private readonly sales: Model<DailySales>,
    @InjectModel(ReportProgress.name) private readonly progress: Model<ReportProgress>,
  ) {}

  /** How far they are; null before the first run. */
  state(): Promise<ReportProgress | null> {
    return this.progress.findById(PROGRESS_ID).lean<ReportProgress>();
  }

  /**
   * Brings the rollups up to now, and builds those of the time before, the newest days first. Does nothing while another
   * replica does so.
   *
   * @param isStopping ends it between two days; the next run goes on there
   */
  async run(isStopping: () => boolean = () => false): Promise<void> {
    const startedAt = new Date();
    const claimedBy = new Types.ObjectId();
    const state = await this.claim(startedAt, claimedBy);
    if (!state) return;
    /** Writes how far it is. @returns false when it is to end: another run has taken over, or the server stops */
    const save: Save = async (progress) => {
      const { matchedCount } = await this.progress.updateOne({ _id: PROGRESS_ID, claimedBy }, progress);
      return matchedCount === 1 && !isStopping();
    };
    try {
      if (await this.readChanges(state, startedAt, save)) await this.build(state.builtFrom, save);
    } finally {
      await save({ $set: { claimedUntil: new Date(0) } });
    }
  }

  /** Computes the rollup of a day from its orders, and replaces the stored one unless it is the same. */
  async rollUp(day: Day): Promise<void> {
    for (;;) {
      const [report, sales] = await Promise.all([
        this.reports.findById(day).lean<DailyReport>(),
        this.sales.findById(day).lean<DailySales>(),
      ]);
      const rollup = await this.compute(day);
      if (report ? isSame(rollup, report, sales) : rollup.figures.orders === 0) return;
      if (await this.replace(day, report?.revision, rollup)) return;
    }
  }

  /** The rollup of a day as its orders are now. */
  async compute(day: Day): Promise<Rollup> {
    let figures = NO_FIGURES;
    const sales = new Map<string, Sales>();
    // by the driver: reads of the models have a time limit, and a day may have any number of orders
    const orders = this.orders.collection.find<StoredOrder>(
      {
        status: { $in: [...STATUSES] },
        createdAt: { $gte: startOf(day), $lt: startOf(addDays(day, 1)) },
      },
      { projection: COUNTED, batchSize: 1_000 },
    );
    for await (const order of orders) {
      figures = addFigures(figures, figuresOf(order));
      const sold = salesOf(order);
      if (sold) addSales(sales, order.productId, sold);
    }
    const best = [...sales].sort(bySales).slice(0, MOST_PRODUCTS);
    const sold = {
      products: best.map(([id]) => new Types.ObjectId(id)),
      units: best.map(([, { units }]) => units),
      cents: best.map(([, { cents }]) => cents),
    };
    return { figures, sold };
  }

  /** @returns false when somebody has written the day since its revision was read */
  private async replace(
    _id: Day,
    stored: Types.ObjectId | undefined,
    { figures, sold }: Rollup,
  ): Promise<boolean> {
    const revision = new Types.ObjectId();
    try {
      return await inTransaction(this.connection, async (session) => {
        if (stored) {
          const filter = { _id, revision: stored };
          const written = { $set: { ...figures, revision } };
          const { matchedCount } = await this.reports.updateOne(filter, written, { session });
          if (matchedCount === 0) return false;
        } else await this.reports.insertMany([{ _id, revision, ...figures }], { session });
        await this.sales.replaceOne({ _id }, { _id, revision, ...sold }, { session, upsert: true });
        return true;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** The state, claimed for this replica; null while another one has it. */
  private async claim(now: Date, claimedBy: Types.ObjectId): Promise<ReportProgress | null> {
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    try {
      return await this.progress
        .findOneAndUpdate(
          { _id: PROGRESS_ID, claimedUntil: trusted({ $lte: now }) },
          // the first run: what changes from now on is read, and all before is built
          {
            $set: { claimedUntil, claimedBy },
            $setOnInsert: { upTo: now, builtFrom: addDays(dayOf(now), 1) },
          },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<ReportProgress>();
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** @returns false when it was ended before all were read */
  private async readChanges({ upTo }: ReportProgress, startedAt: Date, save: Save): Promise<boolean> {
    const since = new Date(upTo.getTime() - OVERLAP_MS);
    const days = new Set<Day>();
    const changed = this.orders.collection.find<StoredOrder>(
      { updatedAt: { $gte: since } },
      { projection: { _id: 0, createdAt: 1 }, batchSize: 1_000 },
    );
    for await (const { createdAt } of changed) days.add(dayOf(createdAt));
    for (const day of days) {
      if (!(await save({ $set: { claimedUntil: claimEnd() } }))) return false;
      await this.rollUp(day);
    }
    return save({ $set: { claimedUntil: claimEnd() }, $max: { upTo: startedAt } });
  }

  /** Builds the days before `builtFrom`, each saved before the next begins. */
  private async build(builtFrom: Day | undefined, save: Save): Promise<void> {
    for (let from = builtFrom; from !== undefined;) {
      const day = await this.lastDayBefore(from);
      if (day !== undefined) await this.rollUp(day);
      const claimedUntil = claimEnd();
      const isBuilt = day === undefined;
      const progress: Progress = isBuilt
        ? { $set: { claimedUntil }, $unset: { builtFrom: 1 } }
        : { $set: { claimedUntil, builtFrom: day } };
      if (!(await save(progress))) return;
      from = day;
    }
  }

  /** The last day before another on which an order was placed. */
  private async lastDayBefore(day: Day): Promise<Day | undefined> {
    const [order] = await this.orders.collection
      .find<StoredOrder>(
        { status: { $in: [...STATUSES] }, createdAt: { $lt: startOf(day) } },
        { projection: { createdAt: 1 } },
      )
      .sort({ createdAt: -1, _id: -1 })
      .limit(1)
      .toArray();
    return order && dayOf(order.createdAt);
  }
}

function isSame({ figures, sold }: Rollup, report: DailyReport, sales: DailySales | null): boolean {
  const { _id: _day, revision, ...before } = report;
  if (!sales?.revision.equals(revision)) return false;
  const { products, units, cents } = sales;
  return (
    isDeepStrictEqual(before, figures) &&
    isDeepStrictEqual(products.map(String), sold.products.map(String)) &&
    isDeepStrictEqual({ units, cents }, { units: sold.units, cents: sold.cents })
  );
}
