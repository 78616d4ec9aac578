import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LeaseRecord, LeaseRecordSchema, Leases } from './leases.js';
import { ScheduledJobs } from './scheduled-jobs.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: LeaseRecord.name, schema: LeaseRecordSchema }])],
  providers: [ScheduledJobs, Leases],
  exports: [ScheduledJobs, Leases],
})
export class JobsModule {}
