import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountRemoval } from './account-removal.js';
import { DatabaseTimeout, DatabaseTimeoutInterceptor } from './database-timeout.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { EtagInterceptor } from './versions.js';

@Global()
@Module({
  providers: [
    AccountRemoval,
    DatabaseTimeout,
    ScheduledJobs,
    { provide: APP_INTERCEPTOR, useClass: DatabaseTimeoutInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EtagInterceptor },
  ],
  exports: [AccountRemoval, DatabaseTimeout, ScheduledJobs],
})
export class CommonModule {}
