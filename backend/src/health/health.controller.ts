import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { HealthService } from './health.service.js';

export class HealthDto {
  @ApiProperty({ example: 'ok' })
  status!: string;
  /** What works in a lesser way for now; the shop serves all the same. */
  @ApiPropertyOptional({ type: [String], example: ['search'] })
  degraded?: string[];
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
    const degraded = this.health.degraded();
    return { status: 'ok', ...(degraded.length > 0 && { degraded }) };
  }
}
