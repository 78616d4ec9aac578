import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ClientConfigController } from './client-config.controller.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({
  // a failed check is a problem, which is logged like any other
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, ClientConfigController],
  providers: [HealthService],
  exports: [HealthService],
})
export class HealthModule {}
