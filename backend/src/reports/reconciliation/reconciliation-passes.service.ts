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

  /** Records how far a pass has come; without a next position it has ended. */
  async advance({ _id, startedAt }: Pass, compared: number, position: string | undefined): Promise<Pass> {
    const pass = await this.passes
      .findOneAndUpdate(
        { _id, startedAt },
        { $inc: { compared }, ...(position !== undefined && { $set: { position } }) },
        { returnDocument: 'after' },
      )
      .lean<Pass>();
    // whose lease was taken by another process meanwhile goes on where that one is
    const now = pass ?? (await this.find(_id))!;
    if (!pass || position !== undefined) return now;
    const end = { endedAt: new Date(), lastCompared: now.compared };
    await this.passes.updateOne({ _id, startedAt }, { $set: end, $unset: { position: 1 } });
    return { ...now, ...end };
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
