import { Global, Module } from '@nestjs/common';
import { Attention } from './attention.service.js';
import { AttentionController } from './attention.controller.js';
import { AttentionSummary } from './attention-summary.service.js';

/** Global: every feature can have something that waits for an admin. */
@Global()
@Module({
  controllers: [AttentionController],
  providers: [Attention, AttentionSummary],
  exports: [Attention],
})
export class AttentionModule {}
