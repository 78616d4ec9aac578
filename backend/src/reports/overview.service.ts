import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type Model, trusted } from 'mongoose';
import { countRows } from '../lists/count-rows.js';
import { InvalidInput } from '../common/errors.js';
import { toDollars } from '../common/money.js';
import { MAX_COUNTED } from '../common/paging.js';
import { OutboxStore } from '../outbox/outbox-store.js';
import type { Availability } from '../products/availability.js';
import { Product } from '../products/product.schema.js';
import { addFigures, addSales, bySales, NO_FIGURES, type Sales } from './daily-figures.js';
import { DailyReport, DailySales, salesIn } from './daily-report.schema.js';
import { ROLLUPS } from './daily-rollups.js';
import { addDays, type Day, dayOf, daysIn, type Interval, type Span, spanBefore, spansOf } from './days.js';
import {
  type LowStockDto,
  MAX_RANGE_DAYS,
  type OverviewDto,
  type OverviewQuery,
  type OverviewRangeDto,
  toFiguresDto,
  toLowStockProductDto,
  type TopProductDto,
} from './overview.dto.js';

const DEFAULT_DAYS = 30;
const TOP = 10;
const LOW = 8;
/** Products of days and of months that are kept in memory, all together; some 60 bytes each. */
const MOST_KEPT = 250_000;

type SoldProducts = readonly (readonly [productId: string, Sales])[];

/** The admin's overview, read from the daily rollups. */
@Injectable()
export class OverviewService {
  /** What was sold on some days, by `day/revision` of each: read and added up once for each revision. */
  private readonly sales = new LRUCache<string, SoldProducts>({
    maxSize: MOST_KEPT,
    sizeCalculation: (rows) => rows.length + 1,
  });

  constructor(
    @InjectModel(DailyReport.name) private readonly reports: Model<DailyReport>,
    @InjectModel(DailySales.name) private readonly dailySales: Model<DailySales>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly outbox: OutboxStore,
  ) {}

  async overview({ by = 'day', ...query }: OverviewQuery): Promise<OverviewDto> {
    const range = rangeOf(query);
    const before = spanBefore(range);
    // before the figures, which may only be newer
    const now = new Date();
    const asOf = (await this.outbox.oldestAt(ROLLUPS)) ?? now;
    const [days, lowStock] = await Promise.all([this.daysOf(before.from, range.to), this.lowStock()]);
    return {
      ...inRange(days, range, by),
      by,
      previous: inRange(days, before, by),
      topProducts: await this.topProducts(days.filter(({ _id }) => _id >= range.from)),
      lowStock,
      asOf: asOf.toISOString(),
    };
  }

  private daysOf(from: Day, to: Day): Promise<DailyReport[]> {
    return this.reports
      .find({ _id: trusted({ $gte: from, $lte: to }) })
      .sort({ _id: 1 })
      .lean<DailyReport[]>();
  }

  private async topProducts(days: DailyReport[]): Promise<TopProductDto[]> {
    const months = monthsOf(days.filter(({ paidOrders }) => paidOrders > 0));
    const sales = total(await Promise.all(months.map((month) => this.salesIn(month))));
    const best = sales.toSorted(bySales).slice(0, TOP);
    const found = await this.products
      .find({ _id: trusted({ $in: best.map(([id]) => id) }) }, { name: 1, img: 1 })
      .lean<Product[]>();
    const byId = new Map(found.map((product) => [String(product._id), product]));
    return best.map(([productId, { units, cents }]) => ({
      productId,
      name: byId.get(productId)?.name ?? '',
      img: byId.get(productId)?.img ?? '',
      units,
      revenue: toDollars(cents),
    }));
  }

  /** What was sold in the days of a month together: a year is twelve of these, whatever its days sold. */
  private async salesIn(days: DailyReport[]): Promise<SoldProducts> {
    const key = days.map(keyOf).join(' ');
    let sales = this.sales.get(key);
    if (!sales) {
      sales = total(await this.salesOf(days));
      this.sales.set(key, sales);
    }
    return sales;
  }

  /** What was sold on each of some days. */
  private async salesOf(days: DailyReport[]): Promise<SoldProducts[]> {
    const known: SoldProducts[] = [];
    const unknown: Day[] = [];
    for (const day of days) {
      const sales = this.sales.get(keyOf(day));
      if (sales) known.push(sales);
      else unknown.push(day._id);
    }
    if (unknown.length === 0) return known;
    const read = await this.dailySales.find({ _id: trusted({ $in: unknown }) }).lean<DailySales[]>();
    return [
      ...known,
      ...read.map((day) => {
        const sales = salesIn(day);
        this.sales.set(keyOf(day), sales);
        return sales;
      }),
    ];
  }

  private async lowStock(): Promise<LowStockDto> {
    const states = ['sold-out', 'below-minimum', 'low'] as const;
    const [counts, rows] = await Promise.all([
      Promise.all(states.map((state) => countRows(this.products, onSale(state), MAX_COUNTED))),
      Promise.all(
        states.map((state) =>
          this.products.find(onSale(state)).sort({ availableQ: 1, _id: 1 }).limit(LOW).lean<Product[]>(),
        ),
      ),
    ]);
    const [soldOut = 0, belowMinimum = 0, low = 0] = counts;
    return { soldOut, belowMinimum, low, items: rows.flat().slice(0, LOW).map(toLowStockProductDto) };
  }
}

/** The products on sale in a state of their stock. */
const onSale = (availability: Availability) => ({ removedAt: null, availability });

/** Days in order, by their months. */
function monthsOf(days: readonly DailyReport[]): DailyReport[][] {
  const months = new Map<string, DailyReport[]>();
  for (const day of days) {
    const month = day._id.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return [...months.values()];
}

function total(parts: readonly SoldProducts[]): SoldProducts {
  const sales = new Map<string, Sales>();
  for (const part of parts) addSales(sales, part);
  return [...sales];
}

const keyOf = ({ _id, revision }: DailyReport | DailySales): string => `${_id}/${String(revision)}`;

/** @throws InvalidInput */
function rangeOf({ from, to = dayOf(new Date()) }: OverviewQuery): Span {
  const range = { from: from ?? addDays(to, 1 - DEFAULT_DAYS), to };
  if (range.from > to) throw new InvalidInput({ from: 'Enter a day that is not after the last one.' });
  if (daysIn(range.from, to) > MAX_RANGE_DAYS)
    throw new InvalidInput({ from: `Enter a range of at most ${MAX_RANGE_DAYS} days.` });
  return range;
}

function inRange(days: DailyReport[], range: Span, by: Interval) {
  const sum = ({ from, to }: Span) =>
    days
      .filter(({ _id }) => _id >= from && _id <= to)
      .reduce((total, day) => addFigures(total, day), NO_FIGURES);
  return {
    ...range,
    totals: toFiguresDto(sum(range)),
    series: spansOf(range, by).map((span) => ({ ...span, ...toFiguresDto(sum(span)) })),
  } satisfies OverviewRangeDto;
}
