import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn } from 'class-validator';
import { ID_SCHEMA, Line, Optional } from '../../../common/fields.js';
import { withVersion } from '../../../common/versions.js';
import type { DeliveryCounts } from '../deliveries/delivery-store.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../event-types.js';
import type { WebhookEndpoint } from './webhook-endpoint.schema.js';

/** `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
export const ENDPOINT_STATES = ['enabled', 'disabled', 'failed', 'gone'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** A new endpoint. */
export class CreateWebhookEndpointDto {
  /** Where events are sent: a public address over HTTPS. */
  @Line(500, 'Enter a URL, as https://example.com/events.', 'https://example.com/shop-events')
  url!: string;

  /** What it is for. */
  @Line(120, 'Description is Required', 'Warehouse')
  description!: string;

  @ApiProperty({
    enum: WEBHOOK_EVENT_TYPES,
    enumName: 'WebhookEventType',
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    example: ['order.paid', 'order.shipped'],
    description: 'Which events are sent to it.',
  })
  // of several messages the first one's is sent
  @IsArray({ message: 'Choose at least one event.' })
  @IsIn(WEBHOOK_EVENT_TYPES, { each: true, message: 'Each is the type of an event that can be sent.' })
  @ArrayUnique({ message: 'Give each type once.' })
  @ArrayMinSize(1, { message: 'Choose at least one event.' })
  types!: WebhookEventType[];
}

/** A change of an endpoint; what is left out stays. */
export class UpdateWebhookEndpointDto extends PartialType(CreateWebhookEndpointDto, {
  skipNullProperties: false,
}) {
  /** Without it nothing is sent. What waits is sent once it is enabled again; events of the meantime are not. */
  @ApiPropertyOptional({ type: 'boolean', example: true })
  @Optional()
  @IsBoolean({ message: 'Enter true or false.' })
  enabled?: boolean;
}

/** An endpoint as admins see it. */
export class WebhookEndpointDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ example: 'https://example.com/shop-events' })
  url!: string;

  @ApiProperty({ example: 'Warehouse' })
  description!: string;

  @ApiProperty({
    enum: WEBHOOK_EVENT_TYPES,
    enumName: 'WebhookEventType',
    isArray: true,
    example: ['order.paid', 'order.shipped'],
  })
  types!: WebhookEventType[];

  /** `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
  @ApiProperty({ enum: ENDPOINT_STATES, enumName: 'WebhookEndpointState' })
  state!: EndpointState;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Absent while it is enabled.' })
  disabledAt?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Until then a former secret signs as well; absent without one.',
  })
  rotationEndsAt?: string;

  /** Events on their way, counted to 10,000. */
  @ApiProperty({ type: 'integer', example: 2 })
  pending!: number;

  /** Those of them of which an attempt has failed. */
  @ApiProperty({ type: 'integer', example: 1 })
  failing!: number;

  /** Events that were given up in the last 30 days, counted to 10,000. */
  @ApiProperty({ type: 'integer', example: 0 })
  failed!: number;
}

/** An endpoint with its secret, which is shown this once. */
export class WebhookEndpointSecretDto extends WebhookEndpointDto {
  /** With it the receiver verifies the signatures. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwvVAOaG8Y3Zs=' })
  secret!: string;
}

export class WebhookEndpointListDto {
  @ApiProperty({ type: [WebhookEndpointDto], description: 'The oldest first.' })
  endpoints!: WebhookEndpointDto[];
}

const stateOf = ({ enabled, disabledReason }: WebhookEndpoint): EndpointState =>
  enabled ? 'enabled' : (disabledReason ?? 'disabled');

export function toEndpointDto(
  endpoint: WebhookEndpoint,
  counts: DeliveryCounts,
  now: Date,
): WebhookEndpointDto {
  const { disabledAt, rotationEndsAt, version } = endpoint;
  return withVersion(
    {
      _id: String(endpoint._id),
      url: endpoint.url,
      description: endpoint.description,
      types: endpoint.types,
      state: stateOf(endpoint),
      createdAt: endpoint.createdAt.toISOString(),
      ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
      ...(rotationEndsAt && rotationEndsAt > now && { rotationEndsAt: rotationEndsAt.toISOString() }),
      ...counts,
    },
    version,
  );
}
