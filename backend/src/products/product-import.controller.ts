import { Readable } from 'node:stream';
import { Controller, HttpCode, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type Caller, CurrentUser, type GuardedRequest } from '../common/access.js';
import { sendCsv } from '../lists/csv.js';
import { ApiIdempotencyKey } from '../idempotency/idempotent.js';
import { ApiProblems } from '../common/problem.js';
import { RouteConfig } from '../common/route-config.js';
import { ImportQuery, ImportResultDto, RejectedQuery } from './product-import.dto.js';
import { ProductImport } from './product-import.service.js';
import { rejectedColumns } from './rejected-rows.js';

@ApiTags('products')
@Controller('items')
export class ProductImportController {
  constructor(private readonly imports: ProductImport) {}

  /**
   * Imports a CSV file of at most 5,000 rows and 8 MB: all of it, or nothing when a row has an error
   *
   * The columns are those of the export, or some of them, in any order; only these are changed. A row is the product with its `id`,
   * else with its `externalId`, else with its `sku`; an unknown one is a new product. `spec.KEY` is a specification of the row's
   * kind: a number also with a unit (`31 cm`), several choices with semicolons. With `skipInvalid` rows with errors are left out. `restock` adds units, `setStock` sets the units to what was counted, and
   * `availableQ` is the stock of new products only. A dry run returns an `ETag` of what it shows.
   */
  @Post('import')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @RouteConfig({ csv: true })
  @ApiConsumes('text/csv')
  @ApiBody({ schema: { type: 'string', minLength: 1, example: 'sku,restock\nNB-480,40\n' } })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of a dry run: 412 when the file would now change something else.',
  })
  @ApiOkResponse({ type: ImportResultDto })
  @ApiIdempotencyKey()
  @ApiProblems(400, 409, 412, 413, 415, 503)
  importItems(
    @Query() query: ImportQuery,
    @Req() request: GuardedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentUser() by: Caller,
  ): Promise<ImportResultDto> {
    return this.imports.run(request, reply, query, by);
  }

  /** The rows of a file that an import would refuse, with what is wrong with them, to be corrected and imported */
  @Post('import/rejected')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @RouteConfig({ csv: true })
  @ApiConsumes('text/csv')
  @ApiBody({ schema: { type: 'string', minLength: 1, example: 'sku,restock\nNB-480,many\n' } })
  @ApiProduces('text/csv')
  @ApiOkResponse({
    description:
      'The rows as a CSV file: their cells as they were sent, and the column `errors`, which an import ignores.',
    schema: { type: 'string' },
  })
  @ApiProblems(400, 413, 415, 503)
  async listRejectedRows(
    @Query() query: RejectedQuery,
    @Req() request: GuardedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const rows = await this.imports.rejected(request, query);
    return sendCsv(reply, 'products-to-correct', rejectedColumns(rows), Readable.from(rows));
  }
}
