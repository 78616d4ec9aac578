import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ID_SCHEMA, IsId, Optional } from '../../../common/fields.js';
import { PageOf, PageQuery } from '../../../common/paging.js';
import type { SentEvent } from '../event-body.js';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../event-types.js';
import {
  type Attempt,
  DELIVERY_STATES,
  type DeliveryState,
  type WebhookDelivery,
} from './webhook-delivery.schema.js';

const SENT_TYPES = [...WEBHOOK_EVENT_TYPES, TEST_EVENT] as const;

/** An event on its way to an endpoint, or what became of it. */
export class WebhookDeliveryDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty(ID_SCHEMA)
  endpointId!: string;

  @ApiProperty({
    ...ID_SCHEMA,
    description: 'The `webhook-id` of the request: the same each time the event is sent.',
  })
  eventId!: string;

  @ApiProperty({ enum: SENT_TYPES, enumName: 'SentEventType' })
  type!: SentEvent['type'];

  @ApiProperty({ example: 'order/665f1c2ab8d4e1a2b3c4d5e6' })
  subject!: string;

  @ApiProperty({ enum: DELIVERY_STATES, enumName: 'WebhookDeliveryState' })
  state!: DeliveryState;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;

  /** How often it was sent. */
  @ApiProperty({ type: 'integer', example: 2 })
  attemptCount!: number;

  @ApiPropertyOptional({ type: 'integer', example: 500, description: 'Of the last response.' })
  lastStatus?: number;

  @ApiPropertyOptional({
    example: 'The connection was refused.',
    description: 'Why there was no response to the last attempt.',
  })
  lastError?: string;

  @ApiPropertyOptional({ type: 'integer', example: 84, description: 'Of the last attempt, in milliseconds.' })
  lastDurationMs?: number;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Absent once it has ended.' })
  nextAttemptAt?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  finishedAt?: string;
}

/** A request and its response. */
export class WebhookAttemptDto {
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  @ApiProperty({ type: 'integer', example: 84 })
  durationMs!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'webhook-id': '665f1c2ab8d4e1a2b3c4d5e6', 'webhook-timestamp': '2109585600' },
    description: 'The headers of the Standard Webhooks specification.',
  })
  requestHeaders!: Record<string, string>;

  @ApiPropertyOptional({ type: 'integer', example: 500, description: 'Absent without a response.' })
  status?: number;

  @ApiPropertyOptional({ example: 'Out of order', description: 'The first 4 KB.' })
  responseBody?: string;

  @ApiPropertyOptional({ type: 'boolean', description: 'Whether there was more of it.' })
  isCut?: boolean;

  @ApiPropertyOptional({ example: 'The connection was refused.', description: 'Why there was no response.' })
  error?: string;
}

/** A delivery with what was sent and received. */
export class WebhookDeliveryDetailDto extends WebhookDeliveryDto {
  /** The text of the request, which its signature is of. */
  @ApiProperty({ example: '{"id":"665f1c2ab8d4e1a2b3c4d5e6","type":"shop.test"}' })
  body!: string;

  @ApiProperty({ type: [WebhookAttemptDto], description: 'The last 25, the newest first.' })
  attempts!: WebhookAttemptDto[];
}

export class WebhookDeliveryPageDto extends PageOf(WebhookDeliveryDto) {}

export class ResentWebhooksDto {
  @ApiProperty({ type: 'integer', example: 12, description: 'Deliveries that are sent again.' })
  resent!: number;
}

/** How many attempts are kept says nothing of how many there were, once there were many. */
const countOf = ({ attempts, failures, state }: WebhookDelivery): number =>
  Math.max(attempts.length, failures + (state === 'delivered' ? 1 : 0));

export function toDeliveryDto(delivery: WebhookDelivery): WebhookDeliveryDto {
  const { nextAttemptAt, finishedAt, attempts } = delivery;
  const last = attempts.at(-1);
  return {
    _id: String(delivery._id),
    endpointId: String(delivery.endpointId),
    eventId: delivery.eventId,
    type: delivery.type,
    subject: delivery.subject,
    state: delivery.state,
    createdAt: delivery.createdAt.toISOString(),
    attemptCount: countOf(delivery),
    ...(last?.status !== undefined && { lastStatus: last.status }),
    ...(last?.error !== undefined && { lastError: last.error }),
    ...(last && { lastDurationMs: last.durationMs }),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}

const toAttemptDto = ({ at, ...attempt }: Attempt): WebhookAttemptDto => ({
  at: at.toISOString(),
  ...attempt,
});

export const toDeliveryDetailDto = (delivery: WebhookDelivery): WebhookDeliveryDetailDto =>
  Object.assign(toDeliveryDto(delivery), {
    body: delivery.body,
    attempts: delivery.attempts.toReversed().map(toAttemptDto),
  });

export const DELIVERY_SORTS = ['newest', 'oldest'] as const;
export type DeliverySort = (typeof DELIVERY_SORTS)[number];

/** Which deliveries; all of it must hold. */
export class WebhookDeliveriesQuery {
  /** Only those to one endpoint. */
  @ApiPropertyOptional(ID_SCHEMA)
  @Optional()
  @IsId()
  endpointId?: string;

  /** Only those of one state. */
  @ApiPropertyOptional({ enum: DELIVERY_STATES, enumName: 'WebhookDeliveryState', example: 'failed' })
  @Optional()
  @IsIn(DELIVERY_STATES)
  state?: DeliveryState;

  /** Only those of one type of event. */
  @ApiPropertyOptional({ enum: SENT_TYPES, enumName: 'SentEventType', example: 'order.paid' })
  @Optional()
  @IsIn(SENT_TYPES)
  type?: SentEvent['type'];

  /** By when the event was to be sent first. */
  @ApiPropertyOptional({ enum: DELIVERY_SORTS, enumName: 'WebhookDeliverySort', default: 'newest' })
  @Optional()
  @IsIn(DELIVERY_SORTS)
  sort?: DeliverySort;
}

export class SearchWebhookDeliveriesQuery extends IntersectionType(WebhookDeliveriesQuery, PageQuery) {}
