import { MongoError, ensure, notImplemented } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber } from '../values/types.js';

export type Failure = NonNullable<ReturnType<FailPoints['strike']>>;

/** `failCommand`: errors on demand, for the tests of clients. */
export class FailPoints {
  private data: Doc = {};
  /** How often it still strikes; Infinity for always. */
  private times = 0;
  private skip = 0;

  configure({ configureFailPoint: name, mode, data }: Doc): void {
    if (name !== 'failCommand') throw notImplemented(`The fail point '${String(name)}'`);
    const { times, skip } = asDoc(mode) ?? {};
    const known = mode === 'off' || mode === 'alwaysOn' || times !== undefined || skip !== undefined;
    ensure(known, 2, 'unsupported fail point mode');
    this.data = asDoc(data) ?? {};
    this.skip = toNumber(skip ?? 0);
    this.times = mode === 'off' ? 0 : times === undefined ? Infinity : toNumber(times);
  }

  /** What a command has to simulate, if anything: a delay in milliseconds, then a closed connection or an error. */
  strike(command: string, client: string | undefined) {
    const { failCommands = [], appName = client, errorLabels, errorCode, ...data } = this.data;
    if (this.times <= 0 || !(failCommands as unknown[]).includes(command) || appName !== client)
      return undefined;
    if (this.skip-- > 0) return undefined;
    this.times--;
    const labels = errorLabels as string[] | undefined;
    const error = new MongoError(toNumber(errorCode), `Failing command via 'failCommand' failpoint`);
    Object.assign(error, { labels: labels ?? [], labelled: labels !== undefined });
    return {
      labels,
      error: errorCode === undefined ? undefined : error,
      close: data.closeConnection === true,
      block: data.blockConnection === true ? toNumber(data.blockTimeMS) : 0,
      writeConcernError: asDoc(data.writeConcernError),
    };
  }
}
