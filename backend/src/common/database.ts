import { mongo } from 'mongoose';

/** Whether a write was refused by a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;
