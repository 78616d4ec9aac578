import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { Limit } from '../common/rate-limit.js';
import { ApiRows, LimitQuery, sendRows } from '../common/paging.js';
import { ApiProblems } from '../common/problem.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Cached } from '../response-cache/cached.js';
import { CreateReviewDto, ReviewDto, ReviewPageDto, SearchReviewsQuery } from './review.dto.js';
import { ReviewsService } from './reviews.service.js';

@ApiTags('reviews')
@Controller()
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  /** All reviews, newest first */
  @Get('reviews')
  @Access('public')
  @Cached({ Query: LimitQuery, shows: ['reviews'] })
  @ApiRows(ReviewDto)
  @ApiProblems(400)
  async listReviews(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReviewDto[]> {
    return sendRows(reply, await this.reviews.newest(query.limit));
  }

  /** Filter, sort and page the reviews */
  @Get('reviews/search')
  @Access('public')
  @Cached({ Query: SearchReviewsQuery, shows: ['reviews'] })
  @ApiOkResponse({ type: ReviewPageDto })
  @ApiProblems(400)
  searchReviews(@Query() query: SearchReviewsQuery): Promise<ReviewPageDto> {
    return this.reviews.search(query);
  }

  /** Adds a review of the shop, under the caller's own name and image */
  @Post('review')
  @Access('signed-in')
  @Limit('reviews')
  @Idempotent()
  @ApiCreatedResponse({ type: ReviewDto })
  @ApiProblems(400)
  createReview(
    @Body() body: CreateReviewDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<ReviewDto> {
    return this.reviews.create(body, caller, attempt);
  }
}
