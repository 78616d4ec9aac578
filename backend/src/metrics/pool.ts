import type { mongo } from 'mongoose';

/** The connections of one process to the database. */
export interface PoolFigures {
  size: number;
  checkedOut: number;
  /** Work that waits for a connection. */
  waiting: number;
  failedCheckOuts: number;
}

const pools = new WeakMap<mongo.MongoClient, PoolFigures>();

/** Counts a client's connections by the driver's own events, from before it connects. */
export function watchPool(client: mongo.MongoClient): void {
  const figures: PoolFigures = { size: 0, checkedOut: 0, waiting: 0, failedCheckOuts: 0 };
  pools.set(client, figures);
  client.on('connectionCreated', () => (figures.size += 1));
  client.on('connectionClosed', () => (figures.size -= 1));
  client.on('connectionCheckOutStarted', () => (figures.waiting += 1));
  client.on('connectionCheckedOut', () => {
    figures.waiting -= 1;
    figures.checkedOut += 1;
  });
  client.on('connectionCheckOutFailed', () => {
    figures.waiting -= 1;
    figures.failedCheckOuts += 1;
  });
  client.on('connectionCheckedIn', () => (figures.checkedOut -= 1));
}

export const poolOf = (client: mongo.MongoClient): PoolFigures | undefined => pools.get(client);
