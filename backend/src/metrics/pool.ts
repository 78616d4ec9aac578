import type { mongo } from 'mongoose';

/** The connections of one process to the database. */
export interface PoolStats {
  size: number;
  checkedOut: number;
  /** Operations that wait for a connection. */
  waiting: number;
  failedCheckOuts: number;
}

const pools = new WeakMap<mongo.MongoClient, PoolStats>();

/** Counts a client's connections by the driver's events; called before it connects. */
export function watchPool(client: mongo.MongoClient): void {
  const stats: PoolStats = { size: 0, checkedOut: 0, waiting: 0, failedCheckOuts: 0 };
  pools.set(client, stats);
  client.on('connectionCreated', () => (stats.size += 1));
  client.on('connectionClosed', () => (stats.size -= 1));
  client.on('connectionCheckOutStarted', () => (stats.waiting += 1));
  client.on('connectionCheckedOut', () => {
    stats.waiting -= 1;
    stats.checkedOut += 1;
  });
  client.on('connectionCheckOutFailed', () => {
    stats.waiting -= 1;
    stats.failedCheckOuts += 1;
  });
  client.on('connectionCheckedIn', () => (stats.checkedOut -= 1));
}

export const poolOf = (client: mongo.MongoClient): PoolStats | undefined => pools.get(client);
