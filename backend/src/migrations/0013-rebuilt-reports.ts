import type { mongo } from 'mongoose';
import { buildDailyReports } from '../reports/build-daily-reports.js';

/** How far the rollups were, and what leases were before they had a collection of their own. */
const FORMER_COLLECTIONS = ['report_progress', 'job_claims'];

/** Builds the overview's days from the orders' lines; they follow the events of orders from now on. */
export async function rebuildDailyReports(db: mongo.Db): Promise<void> {
  for (const name of FORMER_COLLECTIONS) {
    const collection = db.collection(name);
    // without the collection, older servers refuse to drop it
    if (await collection.findOne({})) await collection.drop();
  }
  await buildDailyReports(db);
}
