import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { FailedEvent } from './payment-records.schema.js';

/** An event of the payment provider that could not be handled, and is not tried again by itself. */
export class FailedEventDto {
  /** The event's id at the payment provider. */
  @ApiProperty({ example: 'evt_1NkX2eLkdIwHu7ix0a1b2c3d' })
  id!: string;
  @ApiProperty({ example: 'payment_intent.succeeded' })
  type!: string;
  /** The payment that it is about, where that is known. */
  @ApiPropertyOptional({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  intentId?: string;
  /** Why the last attempt failed. */
  @ApiProperty({ example: 'The payment provider denied access: no such permission.' })
  reason!: string;
  @ApiProperty({ type: 'integer', example: 5 })
  attempts!: number;
  /** When the first attempt failed. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since!: string;
}

export const toFailedEventDto = (event: FailedEvent): FailedEventDto => ({
  id: event._id,
  type: event.type,
  ...(event.intentId !== undefined && { intentId: event.intentId }),
  reason: event.reason,
  attempts: event.attempts,
  since: event.firstFailedAt.toISOString(),
});

export class FailedEventsDto {
  @ApiProperty({ type: [FailedEventDto], description: 'The latest first, at most 200.' })
  events!: FailedEventDto[];
}

export class EventIdParam {
  @ApiProperty({
    pattern: '^[\\w.-]{1,255}$',
    example: 'evt_1NkX2eLkdIwHu7ix0a1b2c3d',
    description: 'The event.',
  })
  @Matches(/^[\w.-]{1,255}$/, { message: "Enter an event's id." })
  eventId!: string;
}

export class EventResolutionDto {
  @ApiProperty({ example: 'evt_1NkX2eLkdIwHu7ix0a1b2c3d' })
  eventId!: string;
  /** What was done. */
  @ApiProperty({ enum: ['handled', 'dismissed'], enumName: 'EventResult' })
  result!: 'handled' | 'dismissed';
}
