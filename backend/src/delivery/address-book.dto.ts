import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { ID_SCHEMA, Optional } from '../common/fields.js';
import { addressText } from './address.js';
import { AddressDto, toAddressDto } from './address.dto.js';
import type { AddressBook } from './address-book.schema.js';

/** The most addresses of an account. */
export const MAX_ADDRESSES = 20;

export class SaveAddressDto extends AddressDto {
  /** Whether it becomes the one that forms are filled with; the first one always does. */
  @ApiPropertyOptional({ example: true })
  @Optional()
  @IsBoolean({ message: 'Enter true or false.' })
  isDefault?: boolean;
}

export class SavedAddressDto extends AddressDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  /** Whether forms are filled with it; true of one, unless there is none. */
  @ApiProperty()
  isDefault!: boolean;

  /** The address as one text, a line each. */
  @ApiProperty({ example: 'Casey Customer\n12 Foundry Lane\nSpringfield, IL 62704\nUnited States' })
  text!: string;
}

/** An account's addresses, in the order they were added. */
export class AddressBookDto {
  @ApiProperty({ type: [SavedAddressDto], maxItems: MAX_ADDRESSES })
  addresses!: SavedAddressDto[];
}

export const toAddressBookDto = ({ addresses, defaultId }: AddressBook): AddressBookDto => ({
  addresses: addresses.map((address) => ({
    _id: String(address._id),
    ...toAddressDto(address),
    isDefault: address._id.equals(defaultId),
    text: addressText(address),
  })),
});
