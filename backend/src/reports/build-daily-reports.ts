import { type Model, type mongo, Mongoose, type Schema } from 'mongoose';
import { Order, OrderSchema } from '../purchases/orders/order.schema.js';
import { DailyReports } from './daily-reports.service.js';
import {
  DailyReport,
  DailyReportSchema,
  DailySales,
  DailySalesSchema,
  ReportProgress,
  ReportProgressSchema,
} from './daily-report.schema.js';

/**
 * Builds a database's daily rollups outside the server, for migrations and the demo's seed: the first to look at the overview
 * sees its figures. Does nothing while a server does so.
 */
export async function buildDailyReports(db: mongo.Db): Promise<void> {
  // models of its own, which build no indexes
  const connection = new Mongoose({ autoCreate: false, autoIndex: false })
    .createConnection()
    .setClient(db.client)
    .useDb(db.databaseName);
  const model = (name: string, schema: unknown): unknown => connection.model(name, schema as Schema);
  await new DailyReports(
    model(Order.name, OrderSchema) as Model<Order>,
    connection,
    model(DailyReport.name, DailyReportSchema) as Model<DailyReport>,
    model(DailySales.name, DailySalesSchema) as Model<DailySales>,
    model(ReportProgress.name, ReportProgressSchema) as Model<ReportProgress>,
  ).run();
}
