import type { mongo } from 'mongoose';
import { MigrationError } from './migrator.js';

/** What the demo's seed (devstack/seed) leaves in a database that it fills, or has begun to fill. */
interface SeedMarker {
  _id: 'seed' | 'seed-started';
  /** Whether the accounts and payments are those of the local services. */
  standIns?: boolean;
}

/**
 * Refuses a database of the demo, for servers outside demo mode: its admin's password is published, and nobody made its
 * payments.
 *
 * @throws MigrationError
 */
export async function assertNoDemoData(db: mongo.Db): Promise<void> {
  const marker = await db
    .collection<SeedMarker>('meta')
    .findOne({ _id: { $in: ['seed', 'seed-started'] }, standIns: { $ne: false } });
  if (marker) {
    throw new MigrationError(
      'The database of MONGODB_URI holds the data of the demo, and the settings are not those of a demo: its accounts have ' +
        'published passwords, and nobody made its payments. Set MONGODB_URI to an empty database, or drop this one.',
    );
  }
}
