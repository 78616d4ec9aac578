import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JobClaim, JobClaims, JobClaimSchema } from './job-claims.js';
import { LeaseRecord, LeaseRecordSchema, Leases } from './leases.js';
import { ScheduledJobs } from './scheduled-jobs.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: JobClaim.name, schema: JobClaimSchema },
      { name: LeaseRecord.name, schema: LeaseRecordSchema },
    ]),
  ],
  providers: [ScheduledJobs, JobClaims, Leases],
  exports: [ScheduledJobs, JobClaims, Leases],
})
export class JobsModule {}
