import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { KindRecord, KindSchema } from './kind.schema.js';
import { KindsController } from './kinds.controller.js';
import { Kinds } from './kinds.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: KindRecord.name, schema: KindSchema }])],
  controllers: [KindsController],
  providers: [Kinds],
  exports: [Kinds, MongooseModule],
})
export class KindsModule {}
