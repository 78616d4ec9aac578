import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { OverviewDto, OverviewQuery } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@ApiTags('reports')
@Controller('reports')
export class OverviewController {
  constructor(private readonly reports: OverviewService) {}

  /** Orders, revenue, payment rate, average order value and top products of a range of days, compared with the one before */
  @Get('overview')
  @Access('admin', { scope: 'reports' })
  @ApiOkResponse({ type: OverviewDto })
  @ApiProblems(400)
  getOverview(@Query() query: OverviewQuery): Promise<OverviewDto> {
    return this.reports.overview(query);
  }
}
