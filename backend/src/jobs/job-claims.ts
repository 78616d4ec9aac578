import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';

/** Which jobs of one replica at a time are running. */
@Schema({ collection: 'job_claims', versionKey: false })
export class JobClaim {
  /** The job's name. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  until!: Date;
}

export const JobClaimSchema = SchemaFactory.createForClass(JobClaim);

/** Lets one replica run a job that all of them schedule. */
@Injectable()
export class JobClaims {
  constructor(@InjectModel(JobClaim.name) private readonly claims: Model<JobClaim>) {}

  /** Claims a job for a time; false while another replica has it. */
  async take(job: string, milliseconds: number): Promise<boolean> {
    const now = Date.now();
    const free = { _id: job, until: trusted({ $lte: new Date(now) }) };
    try {
      await this.claims.updateOne(free, { until: new Date(now + milliseconds) }, { upsert: true });
      return true;
    } catch (error) {
      // the row is there and did not match
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
