import type { mongo } from 'mongoose';
import { buildDailyReports } from '../reports/build-daily-reports.js';

/** Builds the overview's days, which a step before has removed. A shop without orders has none. */
export async function addDailyReports(db: mongo.Db): Promise<void> {
  if (await db.collection('purchases').findOne({}, { projection: { _id: 1 } })) await buildDailyReports(db);
}
