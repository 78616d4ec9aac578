import type { mongo } from 'mongoose';

/** The overview's days are added up again: what each sold has a collection of its own now. */
export async function removeDailyReports(db: mongo.Db): Promise<void> {
  for (const name of ['daily_reports', 'report_progress']) await db.collection(name).deleteMany({});
}
