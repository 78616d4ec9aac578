import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { DatabaseTimeout, DatabaseTimeoutInterceptor } from './database-timeout.js';

@Global()
@Module({
  providers: [DatabaseTimeout, { provide: APP_INTERCEPTOR, useClass: DatabaseTimeoutInterceptor }],
  exports: [DatabaseTimeout],
})
export class DatabaseModule {}
