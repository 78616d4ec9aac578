import { bad, MongoError, notImplemented } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber } from '../values/types.js';

export interface Failure {
  error?: MongoError;
  close?: boolean;
  writeConcernError?: Doc;
  /** Labels for a reply that carries a write concern error. */
  labels?: string[] | undefined;
  /** Milliseconds to wait first. */
  block?: number;
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : undefined);

/** `failCommand`: errors on demand, for the tests of clients. */
export class FailPoints {
  private data: Doc = {};
  /** How often it still strikes; Infinity for always. */
  private times = 0;
  private skip = 0;

  configure({ configureFailPoint: name, mode, data }: Doc): void {
    if (name !== 'failCommand') throw notImplemented(`The fail point '${String(name)}'`);
    const { times, skip } = asDoc(mode) ?? {};
    if (!['off', 'alwaysOn'].includes(mode as string) && times === undefined && skip === undefined)
      throw bad('unsupported fail point mode');
    this.data = asDoc(data) ?? {};
    this.skip = toNumber(skip ?? 0);
    this.times = mode === 'off' ? 0 : times === undefined ? Infinity : toNumber(times);
  }

  /** What is to happen to a command, if anything. */
  strike(command: string, appName: string | undefined): Failure | undefined {
    const { data } = this;
    if (this.times <= 0 || !asList(data.failCommands)?.includes(command)) return undefined;
    if (data.appName !== undefined && data.appName !== appName) return undefined;
    if (this.skip-- > 0) return undefined;
    this.times--;
    const labels = asList(data.errorLabels);
    const failure: Failure = { labels, close: data.closeConnection === true };
    if (data.blockConnection === true) failure.block = toNumber(data.blockTimeMS);
    if (data.errorCode !== undefined) {
      failure.error = new MongoError(toNumber(data.errorCode), `Failing command via 'failCommand' failpoint`);
      failure.error.labels = labels ?? [];
      failure.error.labelled = labels !== undefined;
    }
    if (data.writeConcernError !== undefined) failure.writeConcernError = asDoc(data.writeConcernError) ?? {};
    return failure;
  }
}
