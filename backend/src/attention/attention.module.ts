import { Global, Module } from '@nestjs/common';
import { Attention } from './attention.service.js';

/** Global: every feature can have something that waits for an admin. */
@Global()
@Module({ providers: [Attention], exports: [Attention] })
export class AttentionModule {}
