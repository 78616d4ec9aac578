import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountRemoval } from './account-removal.js';
import { EtagInterceptor } from './versions.js';

@Global()
@Module({
  providers: [AccountRemoval, { provide: APP_INTERCEPTOR, useClass: EtagInterceptor }],
  exports: [AccountRemoval],
})
export class CommonModule {}
