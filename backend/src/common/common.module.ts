import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountAddresses } from './account-addresses.js';
import { AccountRemoval } from './account-removal.js';
import { LinkTokens } from './link-tokens.js';
import { EtagInterceptor } from './versions.js';

@Global()
@Module({
  providers: [
    AccountAddresses,
    AccountRemoval,
    LinkTokens,
    { provide: APP_INTERCEPTOR, useClass: EtagInterceptor },
  ],
  exports: [AccountAddresses, AccountRemoval, LinkTokens],
})
export class CommonModule {}
