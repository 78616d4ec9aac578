import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { Id, Line, Optional, Phone, Text } from '../../common/fields.js';
import { AddressDto, EXAMPLE_ADDRESS } from '../../delivery/address.dto.js';

/** What an order of several lines is placed with besides them. */
export class CheckoutFields {
  /** Where it is delivered. */
  @ApiProperty({ type: AddressDto, example: EXAMPLE_ADDRESS })
  @ValidateNested()
  @Type(() => AddressDto)
  @IsObject({ message: 'Address is Required' })
  address!: AddressDto;

  /** Digits, as a string or a number. */
  @Phone('Phone is Required')
  phone!: string;

  /** One that delivers to the address; without it, the cheapest of them. */
  @Optional()
  @Id({ required: false })
  deliveryMethodId?: string;

  /** The customer's VAT identification number. */
  @Optional()
  @Line(20, 'Enter a VAT identification number.', 'DE123456789', { required: false })
  vatId?: string;

  /** The customer's own number of the order. */
  @Optional()
  @Line(60, 'Enter a PO number.', 'PO-2026-0117', { required: false })
  poNumber?: string;

  /** What the customer asks for. */
  @Optional()
  @Text(1_000, 'Enter a note.', 'Please deliver before noon.', { required: false })
  note?: string;
}
