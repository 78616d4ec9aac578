import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique } from 'class-validator';
import { ID_SCHEMA, IsId } from '../../common/fields.js';
import { outstandingUnits } from '../orders/order-lines.js';
import type { Order } from '../orders/order.schema.js';

/** The most orders that are packed from one list. */
export const MAX_PACKED = 100;

export class PackingQuery {
  @ApiProperty({
    type: 'string',
    pattern: `^[0-9a-fA-F]{24}(,[0-9a-fA-F]{24}){0,${MAX_PACKED - 1}}$`,
    example: ID_SCHEMA.example,
    description: `The \`_id\`s of 1 to ${MAX_PACKED} orders, with commas between them.`,
  })
  @Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? value.split(',') : value,
  )
  @IsId({ each: true })
  @ArrayUnique({ message: 'Name each order once.' })
  @ArrayMaxSize(MAX_PACKED, { message: `Name at most ${MAX_PACKED} orders.` })
  @ArrayMinSize(1, { message: 'Name at least one order.' })
  ids!: string[];
}

export class PackedLineDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;
  @ApiPropertyOptional({ example: 'NB-480' })
  sku?: string;
  /** Units that are to be packed now. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 10 })
  quantity!: number;
}

/** What is to be packed of an order, without prices. */
export class PackingSlipDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  @ApiProperty({ example: 'RM-7F4K-29QX' })
  number!: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
  @ApiProperty({ example: 'Casey Customer' })
  userName!: string;
  /** Where it is delivered, as one text. */
  @ApiProperty({ example: '12 Foundry Lane, Springfield' })
  address!: string;
  @ApiProperty({ example: '5550100' })
  phone!: string;
  /** The customer's own number of the order. */
  @ApiPropertyOptional({ example: 'PO-2026-0117' })
  poNumber?: string;
  /** What the customer asks for. */
  @ApiPropertyOptional({ example: 'Please deliver before noon.' })
  note?: string;
  /** The delivery method's name. */
  @ApiPropertyOptional({ example: 'Standard' })
  delivery?: string;
  /** Whether other units of it have shipped, or are refunded. */
  @ApiProperty()
  isPart!: boolean;
  @ApiProperty({ type: [PackedLineDto] })
  lines!: PackedLineDto[];
}

/** An order of which nothing is packed. */
export class NotPackedDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  /** Absent where there is no such order. */
  @ApiPropertyOptional({ example: 'RM-7F4K-29QX' })
  number?: string;
  @ApiProperty({ example: 'This order is unpaid; only a paid one can be shipped.' })
  reason!: string;
}

export class PackingListDto {
  /** In the order that they were named. */
  @ApiProperty({ type: [PackingSlipDto] })
  slips!: PackingSlipDto[];
  @ApiProperty({ type: [NotPackedDto] })
  left!: NotPackedDto[];
}

export const toPackingSlipDto = (order: Order): PackingSlipDto => ({
  _id: String(order._id),
  number: order.number,
  createdAt: order.createdAt.toISOString(),
  userName: order.userName,
  address: order.address,
  phone: order.phone,
  ...(order.poNumber && { poNumber: order.poNumber }),
  ...(order.note && { note: order.note }),
  ...(order.delivery && { delivery: order.delivery.name }),
  isPart: order.lines.some((line) => outstandingUnits(line) < line.quantity),
  lines: order.lines.flatMap((line) => {
    const quantity = outstandingUnits(line);
    return quantity === 0
      ? []
      : [
          {
            productId: String(line.productId),
            name: line.name,
            ...(line.sku !== undefined && { sku: line.sku }),
            quantity,
          },
        ];
  }),
});
