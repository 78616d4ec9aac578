import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber } from '../values/types.js';

interface FailPoint {
  data: Doc;
  /** How often it still strikes; Infinity for always. */
  times: number;
  skip: number;
}

export interface Failure {
  error?: MongoError;
  close?: boolean;
  writeConcernError?: Doc;
  /** Labels for a reply that carries a write concern error. */
  labels?: string[];
  /** Milliseconds to wait first. */
  block?: number;
}

/** `failCommand`: errors on demand, for the tests of clients. */
export class FailPoints {
  private point: FailPoint | undefined;

  configure(body: Doc): void {
    if (body.configureFailPoint !== 'failCommand') {
      throw new MongoError(
        238,
        `The fail point '${String(body.configureFailPoint)}' is not implemented by this store`,
      );
    }
    const { mode } = body;
    const data = asDoc(body.data) ?? {};
    if (mode === 'off') this.point = undefined;
    else if (mode === 'alwaysOn') this.point = { data, times: Infinity, skip: 0 };
    else {
      const times = asDoc(mode)?.times;
      const skip = asDoc(mode)?.skip;
      if (isNumber(times)) this.point = { data, times: toNumber(times), skip: 0 };
      else if (isNumber(skip)) this.point = { data, times: Infinity, skip: toNumber(skip) };
      else throw new MongoError(2, `unsupported fail point mode`);
    }
  }

  /** What is to happen to a command, if anything. */
  strike(command: string, appName: string | undefined): Failure | undefined {
    const { point } = this;
    if (!point || command === 'configureFailPoint') return undefined;
    const { data } = point;
    const commands = Array.isArray(data.failCommands) ? data.failCommands : [];
    if (!commands.includes(command)) return undefined;
    if (typeof data.appName === 'string' && data.appName !== appName) return undefined;
    if (point.skip > 0) {
      point.skip--;
      return undefined;
    }
    if (--point.times <= 0) this.point = undefined;
    const labels = Array.isArray(data.errorLabels) ? (data.errorLabels as string[]) : undefined;
    const failure: Failure = {};
    if (data.blockConnection === true) failure.block = toNumber(data.blockTimeMS);
    if (data.closeConnection === true) failure.close = true;
    else if (data.errorCode !== undefined) {
      failure.error = new MongoError(toNumber(data.errorCode), `Failing command via 'failCommand' failpoint`);
      failure.error.labels = labels ?? [];
      failure.error.labelled = labels !== undefined;
    }
    if (data.writeConcernError !== undefined) {
      failure.writeConcernError = asDoc(data.writeConcernError) ?? {};
      if (labels) failure.labels = labels;
    }
    return failure;
  }
}
