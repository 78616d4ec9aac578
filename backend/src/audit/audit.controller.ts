import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../common/access.js';
import { ApiCsv, sendCsv } from '../lists/csv.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import { AuditLists } from './audit-lists.service.js';
import {
  AUDIT_COLUMNS,
  AuditEntryDto,
  AuditEntryPageDto,
  AuditQuery,
  SearchAuditQuery,
} from './audit.dto.js';

/** Reads only: entries are written with the changes that they describe. */
@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(private readonly lists: AuditLists) {}

  /** Search the changes that admins made */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: AuditEntryPageDto })
  @ApiProblems(400)
  searchAuditLog(@Query() query: SearchAuditQuery): Promise<AuditEntryPageDto> {
    return this.lists.search(query);
  }

  /** The changes that admins made, as CSV */
  @Get('export')
  @Access('admin')
  @ApiCsv()
  @ApiProblems(400)
  async exportAuditLog(
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const found = await this.lists.all(query);
    return sendCsv(reply, 'audit-log', AUDIT_COLUMNS, found.rows, found);
  }

  /** One change that an admin made */
  @Get(':id')
  @Access('admin')
  @ApiOkResponse({ type: AuditEntryDto })
  @ApiProblems(400, 404)
  getAuditEntry(@Param() { id }: IdParam): Promise<AuditEntryDto> {
    return this.lists.get(id);
  }
}
