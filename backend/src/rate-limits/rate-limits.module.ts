import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CONFIG, type Config } from '../config.js';
import { LimitCount, LimitCountSchema } from './limit-count.schema.js';
import { LimitStore } from './limit-store.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: LimitCount.name, schema: LimitCountSchema }])],
  providers: [
    {
      provide: LimitStore,
      inject: [CONFIG, getModelToken(LimitCount.name)],
      async useFactory(config: Config, counts: Model<LimitCount>): Promise<LimitStore> {
        const store = new LimitStore(config, counts);
        await store.connect();
        return store;
      },
    },
  ],
  exports: [LimitStore],
})
export class LimitsModule {}
