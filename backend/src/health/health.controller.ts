import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { HealthService } from './health.service.js';

export class HealthDto {
  @ApiProperty({ example: 'ok' })
  status!: string;
}

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Whether the process lives */
  @Get('live')
  @Access('public')
  @Limit('none')
  @ApiOkResponse({ type: HealthDto })
  @ApiProblems(503)
  checkLive(): HealthDto {
    this.health.assertLive();
    return { status: 'ok' };
  }

  /** Whether it can serve: the database, the local services and the demo data are there */
  @Get('ready')
  @Access('public')
  @Limit('none')
  @ApiOkResponse({ type: HealthDto })
  @ApiProblems(503)
  async checkReady(): Promise<HealthDto> {
    await this.health.assertReady();
    return { status: 'ok' };
  }
}
