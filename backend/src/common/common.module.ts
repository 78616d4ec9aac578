import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountRemoval } from './account-removal.js';
import { DatabasePatience, DatabasePatienceInterceptor } from './database-patience.js';
import { EtagInterceptor } from './versions.js';

@Global()
@Module({
  providers: [
    AccountRemoval,
    DatabasePatience,
    { provide: APP_INTERCEPTOR, useClass: DatabasePatienceInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EtagInterceptor },
  ],
  exports: [AccountRemoval, DatabasePatience],
})
export class CommonModule {}
