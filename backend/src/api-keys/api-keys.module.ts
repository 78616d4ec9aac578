import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ApiKeyUses } from './api-key-uses.service.js';
import { ApiKey, ApiKeySchema } from './api-key.schema.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ApiKey.name, schema: ApiKeySchema }])],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, ApiKeyUses],
  exports: [MongooseModule, ApiKeyUses],
})
export class ApiKeysModule {}
