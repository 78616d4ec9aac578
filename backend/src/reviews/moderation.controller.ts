import { Body, Controller, Delete, Get, Param, Put, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiCsv, sendCsv } from '../lists/csv.js';
import { IdParam } from '../common/fields.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../common/versions.js';
import { ApiProblems } from '../common/problem.js';
import {
  HideReviewDto,
  ManagedReviewDto,
  ManagedReviewPageDto,
  ManagedReviewsQuery,
  ReplyToReviewDto,
  REVIEW_COLUMNS,
  SearchManagedReviewsQuery,
} from './moderation.dto.js';
import { ModerationService } from './moderation.service.js';

@ApiTags('reviews')
@Controller()
export class ModerationController {
  constructor(private readonly moderation: ModerationService) {}

  /** Search, filter, sort and page all reviews, hidden ones as well */
  @Get('reviews/manage')
  @Access('admin')
  @ApiOkResponse({ type: ManagedReviewPageDto })
  @ApiProblems(400)
  searchManagedReviews(@Query() query: SearchManagedReviewsQuery): Promise<ManagedReviewPageDto> {
    return this.moderation.search(query);
  }

  /** The reviews of a search by an admin, as CSV */
  @Get('reviews/export')
  @Access('admin')
  @ApiCsv()
  @ApiProblems(400)
  async exportReviews(
    @Query() query: ManagedReviewsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const found = await this.moderation.all(query);
    return sendCsv(reply, 'reviews', REVIEW_COLUMNS, found.rows, found);
  }

  /** A review as admins see it, with the `ETag` that edits need */
  @Get('review/:id')
  @Access('admin')
  @ApiOkResponse({ type: ManagedReviewDto })
  @ApiProblems(400, 404)
  getManagedReview(@Param() { id }: IdParam): Promise<ManagedReviewDto> {
    return this.moderation.get(id);
  }

  /** Hides a review from everybody but admins */
  @Put('review/:id/hidden')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: ManagedReviewDto })
  @ApiProblems(400, 404)
  hideReview(
    @Param() { id }: IdParam,
    @RequiredIfMatch() ifMatch: string,
    @Body() { reason }: HideReviewDto,
    @CurrentUser() caller: Caller,
  ): Promise<ManagedReviewDto> {
    return this.moderation.hide({ id, ifMatch, caller }, reason);
  }

  /** Shows a hidden review again */
  @Delete('review/:id/hidden')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: ManagedReviewDto })
  @ApiProblems(400, 404)
  unhideReview(
    @Param() { id }: IdParam,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<ManagedReviewDto> {
    return this.moderation.unhide({ id, ifMatch, caller });
  }

  /** Replies as the shop, or changes the reply */
  @Put('review/:id/reply')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: ManagedReviewDto })
  @ApiProblems(400, 404)
  replyToReview(
    @Param() { id }: IdParam,
    @RequiredIfMatch() ifMatch: string,
    @Body() { text }: ReplyToReviewDto,
    @CurrentUser() caller: Caller,
  ): Promise<ManagedReviewDto> {
    return this.moderation.reply({ id, ifMatch, caller }, text);
  }

  /** Takes the shop's reply away */
  @Delete('review/:id/reply')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: ManagedReviewDto })
  @ApiProblems(400, 404)
  removeReviewReply(
    @Param() { id }: IdParam,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<ManagedReviewDto> {
    return this.moderation.removeReply({ id, ifMatch, caller });
  }
}
