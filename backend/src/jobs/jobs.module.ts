import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JobClaim, JobClaims, JobClaimSchema } from './job-claims.js';
import { ScheduledJobs } from './scheduled-jobs.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: JobClaim.name, schema: JobClaimSchema }])],
  providers: [ScheduledJobs, JobClaims],
  exports: [ScheduledJobs, JobClaims],
})
export class JobsModule {}
