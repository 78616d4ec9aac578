import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ClientConfigController } from './client-config.controller.js';
import { HealthService } from './health.service.js';

@Module({
  controllers: [HealthController, ClientConfigController],
  providers: [HealthService],
})
export class HealthModule {}
