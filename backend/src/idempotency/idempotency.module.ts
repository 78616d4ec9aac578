import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { IdempotentRequests } from './idempotent.js';
import { IdempotencyKey, IdempotencyKeySchema } from './idempotency-key.schema.js';
import { IdempotencyKeys } from './idempotency-keys.service.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: IdempotencyKey.name, schema: IdempotencyKeySchema }])],
  providers: [
    IdempotencyKeys,
    IdempotencyInterceptor,
    { provide: APP_INTERCEPTOR, useExisting: IdempotencyInterceptor },
    { provide: IdempotentRequests, useExisting: IdempotencyInterceptor },
  ],
  exports: [IdempotentRequests],
})
export class IdempotencyModule {}
