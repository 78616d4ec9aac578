import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ReconciliationPassDto } from './reconciliation.dto.js';
import { Pass, type PassName } from './reconciliation.schema.js';

const isInProgress = ({ startedAt, endedAt }: Pass): boolean => !endedAt || endedAt < startedAt;

/** Where the passes are, kept in the database: after a restart, and in another replica, they go on there. */
@Injectable()
export class ReconciliationPasses {
  constructor(@InjectModel(Pass.name) private readonly passes: Model<Pass>) {}

  /** The pass in progress; a new one where the last began longer ago than that; undefined where none is due. */
  async current(_id: PassName, everyMs: number): Promise<Pass | undefined> {
    const pass = await this.find(_id);
    if (pass && isInProgress(pass)) return pass;
    const startedAt = new Date();
    if (pass && startedAt.getTime() - pass.startedAt.getTime() < everyMs) return undefined;
    return this.passes
      .findOneAndUpdate(
        { _id },
        { $set: { startedAt, compared: 0 }, $unset: { position: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<Pass>();
  }

  /**
   * Records how far a pass has come; without a next position it has ended.
   *
   * @returns the pass, as long as there is more of it
   */
  async advance(pass: Pass, compared: number, position: string | undefined): Promise<Pass | undefined> {
    const { _id, startedAt } = pass;
    const all = pass.compared + compared;
    const isEnd = position === undefined;
    const after = await this.passes
      .findOneAndUpdate(
        { _id, startedAt },
        isEnd
          ? { $set: { compared: all, lastCompared: all, endedAt: new Date() }, $unset: { position: 1 } }
          : { $set: { compared: all, position } },
        { returnDocument: 'after' },
      )
      .lean<Pass>();
    return isEnd ? undefined : (after ?? undefined);
  }

  async find(_id: PassName): Promise<Pass | undefined> {
    return (await this.passes.findById(_id).lean<Pass>()) ?? undefined;
  }

  /** @param expected about how many there are to compare, where that is known otherwise than by the last pass */
  async shown(_id: PassName, expected?: number): Promise<ReconciliationPassDto> {
    const pass = await this.find(_id);
    const most = expected ?? pass?.lastCompared;
    return {
      ...(pass?.endedAt && { endedAt: pass.endedAt.toISOString() }),
      ...(pass?.lastCompared !== undefined && { compared: pass.lastCompared }),
      ...(pass && isInProgress(pass) && { inProgress: pass.compared }),
      ...(most !== undefined && { expected: most }),
    };
  }
}
