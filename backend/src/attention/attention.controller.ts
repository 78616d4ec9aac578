import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { AttentionDto, AttentionQuery } from './attention.dto.js';
import { AttentionSummary } from './attention-summary.service.js';

@ApiTags('attention')
@Controller('attention')
export class AttentionController {
  constructor(private readonly summary: AttentionSummary) {}

  /** What needs an admin, and how many rows open lists have got: one call that is cheap enough to be made every 20 seconds */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: AttentionDto })
  @ApiProblems(400)
  getAttention(@Query() query: AttentionQuery): Promise<AttentionDto> {
    return this.summary.read(query);
  }
}
