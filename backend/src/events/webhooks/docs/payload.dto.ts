import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type {
  AccountChanged,
  EventActor,
  KindChanged,
  OrderChanged,
  OrderFacts,
  OrderLineFacts,
  ProductChanged,
  ProductFacts,
  ReviewChanged,
} from '../../../outbox/domain-events.js';

/** The payloads of domain events, for `openapi.json`. Amounts are whole cents. */

const int = (example: number, description?: string) =>
  ApiProperty({ type: 'integer', minimum: 0, example, ...(description && { description }) });
const id = (description?: string) =>
  ApiProperty({ type: 'string', example: '665f1c2ab8d4e1a2b3c4d5e6', ...(description && { description }) });
const ORDER_STATUSES = ['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'] as const;

export class EventActorDto implements EventActor {
  @ApiProperty({ example: 'customer', description: 'Who made the change, such as `admin` or `webhook`.' })
  by!: string;
  @ApiPropertyOptional({ example: '665f1c2ab8d4e1a2b3c4d5e7', description: 'Where it was a person.' })
  userId?: string;
}

export class OrderLineFactsDto implements OrderLineFacts {
  @id()
  productId!: string;
  @ApiProperty({ example: 'Harrow Fan' })
  name!: string;
  @ApiPropertyOptional({ example: 'HF-120' })
  sku?: string;
  @int(1_250)
  unitCents!: number;
  @int(10)
  quantity!: number;
  @int(0, 'Units that are refunded.')
  refunded!: number;
  @int(0, 'Units that have shipped.')
  shipped!: number;
  @int(12_500)
  totalCents!: number;
}

export class OrderFactsDto implements OrderFacts {
  @id()
  orderId!: string;
  @ApiProperty({ example: 'RM-7F3K2Q' })
  number!: string;
  @id('The account; its name and address are read by it.')
  customerId!: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  placedAt!: string;
  @ApiProperty({ enum: ORDER_STATUSES })
  status!: OrderFacts['status'];
  @ApiProperty({ enum: ['none', 'partial', 'full'], description: 'How much of it has shipped.' })
  fulfilment!: OrderFacts['fulfilment'];
  @ApiProperty({ example: 'usd' })
  currency!: string;
  @int(12_500)
  subtotalCents!: number;
  @int(1_000)
  taxCents!: number;
  @int(500)
  deliveryCents!: number;
  @int(14_000)
  totalCents!: number;
  @int(0)
  refundedCents!: number;
  @ApiProperty({ type: [OrderLineFactsDto] })
  lines!: OrderLineFactsDto[];
}

export class FormerOrderDto implements NonNullable<OrderChanged['before']> {
  @ApiProperty({ enum: ORDER_STATUSES })
  status!: OrderFacts['status'];
  @int(14_000)
  totalCents!: number;
  @int(0)
  refundedCents!: number;
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [0], description: 'Of each line.' })
  refundedUnits!: number[];
}

export class ChangedUnitsDto {
  @id()
  productId!: string;
  @int(2)
  quantity!: number;
}

export class OrderChangeDto implements NonNullable<OrderChanged['change']> {
  @ApiPropertyOptional({ type: [ChangedUnitsDto] })
  lines?: ChangedUnitsDto[];
  @ApiPropertyOptional({ type: 'integer', example: 2_500 })
  amountCents?: number;
  @ApiPropertyOptional({
    type: 'string',
    example: '665f1c2ab8d4e1a2b3c4d5e8',
    description: 'The shipment that was made, undone or got another tracking.',
  })
  shipmentId?: string;
  @ApiPropertyOptional({ example: true, description: 'True of what the bank took back for a lost dispute.' })
  isDispute?: boolean;
}

export class OrderChangedDto implements OrderChanged {
  @ApiProperty({ type: OrderFactsDto, description: 'The order after the change.' })
  order!: OrderFactsDto;
  @ApiPropertyOptional({ type: FormerOrderDto, description: 'What it was; absent of one that was placed.' })
  before?: FormerOrderDto;
  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;
  @ApiPropertyOptional({
    type: OrderChangeDto,
    description: 'What was cancelled, shipped or refunded, or got another tracking.',
  })
  change?: OrderChangeDto;
}

export class ProductFactsDto implements ProductFacts {
  @id()
  productId!: string;
  @ApiProperty({ example: 'Harrow Fan' })
  name!: string;
  @ApiPropertyOptional({ example: 'HF-120' })
  sku?: string;
  @ApiPropertyOptional({ example: 'fan' })
  kind?: string;
  @ApiProperty({ enum: ['on-sale', 'archived', 'deleted'] })
  state!: ProductFacts['state'];
  @int(1_250)
  priceCents!: number;
  @int(10)
  minimumOQ!: number;
  @int(120)
  availableQ!: number;
  @ApiProperty({ example: 'orderable' })
  availability!: string;
}

export class ProductChangedDto implements ProductChanged {
  @ApiProperty({ type: ProductFactsDto, description: 'The product after the change.' })
  product!: ProductFactsDto;
  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;
}

export class KindFactsDto {
  @ApiProperty({ example: 'fan' })
  slug!: string;
  @ApiProperty({ example: 'Fan' })
  label!: string;
}

export class KindChangedDto implements KindChanged {
  @ApiProperty({ type: KindFactsDto })
  kind!: KindFactsDto;
  @int(3, 'Products that got another value of a specification by it.')
  changedParts!: number;
  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;
}

export class ReviewFactsDto {
  @id()
  reviewId!: string;
  @id("Its author's account.")
  accountId!: string;
  @int(5)
  ratings!: number;
  @ApiProperty({ example: false })
  hidden!: boolean;
  @ApiProperty({ example: true })
  verifiedBuyer!: boolean;
  @ApiProperty({ example: false })
  hasReply!: boolean;
}

export class ReviewChangedDto implements ReviewChanged {
  @ApiProperty({ type: ReviewFactsDto })
  review!: ReviewFactsDto;
  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;
}

export class AccountFactsDto {
  @id()
  accountId!: string;
  @ApiProperty({ enum: ['customer', 'admin'] })
  role!: AccountChanged['account']['role'];
  @ApiProperty({ example: true })
  emailVerified!: boolean;
}

export class AccountChangedDto implements AccountChanged {
  @ApiProperty({ type: AccountFactsDto })
  account!: AccountFactsDto;
  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;
}
