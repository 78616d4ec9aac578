import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { EventIdParam, EventResolutionDto, FailedEventsDto } from './failed-event.dto.js';
import { EventResolution } from './event-resolution.service.js';

@ApiTags('payments')
@Controller('payments/failed-events')
export class FailedEventsController {
  constructor(private readonly events: EventResolution) {}

  /** The payment provider's events that could not be handled and wait for an admin */
  @Get()
  @Access('admin', { scope: 'reports' })
  @ApiOkResponse({ type: FailedEventsDto })
  listFailedPaymentEvents(): Promise<FailedEventsDto> {
    return this.events.list();
  }

  /** Reads an event again at the payment provider, and handles it */
  @Post(':eventId/retry')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: EventResolutionDto })
  @ApiProblems(400, 404, 409, 503)
  retryPaymentEvent(
    @Param() { eventId }: EventIdParam,
    @CurrentUser() caller: Caller,
  ): Promise<EventResolutionDto> {
    return this.events.retry(eventId, caller);
  }

  /** Takes an event off the list without handling it */
  @Post(':eventId/dismiss')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: EventResolutionDto })
  @ApiProblems(400, 404)
  dismissPaymentEvent(
    @Param() { eventId }: EventIdParam,
    @CurrentUser() caller: Caller,
  ): Promise<EventResolutionDto> {
    return this.events.dismiss(eventId, caller);
  }
}
