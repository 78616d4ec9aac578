import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ID_SCHEMA } from '../../../common/fields.js';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../event-types.js';
import {
  AccountChangedDto,
  KindChangedDto,
  OrderChangedDto,
  ProductChangedDto,
  ReviewChangedDto,
} from './payload.dto.js';

const typesOf = <G extends string>(group: G) =>
  WEBHOOK_EVENT_TYPES.filter((type): type is TypeOf<G> => type.startsWith(`${group}.`));
type TypeOf<G extends string> = Extract<WebhookEventType, `${G}.${string}`>;

/** What every event has. */
class EventDto {
  @ApiProperty({
    ...ID_SCHEMA,
    description: 'The same each time the event is sent; also in the header `webhook-id`.',
  })
  id!: string;

  /** Of the payload; it rises when receivers have to be changed. */
  @ApiProperty({ type: 'integer', enum: [1], example: 1 })
  version!: 1;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it happened.' })
  timestamp!: string;

  @ApiProperty({ example: 'order/665f1c2ab8d4e1a2b3c4d5e6', description: 'What it is about.' })
  subject!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 3,
    description: 'Rises with each event of the subject.',
  })
  sequence!: number;
}

export class OrderEventDto extends EventDto {
  @ApiProperty({ enum: typesOf('order') })
  type!: TypeOf<'order'>;
  @ApiProperty({ type: OrderChangedDto })
  data!: OrderChangedDto;
}

export class ProductEventDto extends EventDto {
  @ApiProperty({ enum: typesOf('product') })
  type!: TypeOf<'product'>;
  @ApiProperty({ type: ProductChangedDto })
  data!: ProductChangedDto;
}

export class KindEventDto extends EventDto {
  @ApiProperty({ enum: typesOf('kind') })
  type!: TypeOf<'kind'>;
  @ApiProperty({ type: KindChangedDto })
  data!: KindChangedDto;
}

export class ReviewEventDto extends EventDto {
  @ApiProperty({ enum: typesOf('review') })
  type!: TypeOf<'review'>;
  @ApiProperty({ type: ReviewChangedDto })
  data!: ReviewChangedDto;
}

export class AccountEventDto extends EventDto {
  @ApiProperty({ enum: typesOf('account') })
  type!: TypeOf<'account'>;
  @ApiProperty({ type: AccountChangedDto })
  data!: AccountChangedDto;
}

export class TestDataDto {
  @ApiPropertyOptional({ example: 'This is a test.' })
  message?: string;
}

export class TestEventDto extends EventDto {
  @ApiProperty({ enum: [TEST_EVENT] })
  type!: typeof TEST_EVENT;
  @ApiProperty({ type: TestDataDto })
  data!: TestDataDto;
}
