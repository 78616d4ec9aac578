import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LimitCount, LimitCountSchema } from './limit-count.schema.js';
import { RateLimits } from './rate-limits.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: LimitCount.name, schema: LimitCountSchema }])],
  providers: [RateLimits],
  exports: [RateLimits],
})
export class RateLimitsModule {}
