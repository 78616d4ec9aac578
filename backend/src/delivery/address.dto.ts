import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsISO31661Alpha2, Matches } from 'class-validator';
import { Line, Optional } from '../common/fields.js';
import type { Address } from './address.js';

/** A country by its ISO 3166-1 alpha-2 code, in any case. */
export const Country = (docs: { required?: boolean; description?: string } = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      pattern: '^[A-Za-z]{2}$',
      minLength: 2,
      maxLength: 2,
      example: 'US',
      ...docs,
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.trim().toUpperCase() : value,
    ),
    IsISO31661Alpha2({ message: 'Choose a country.' }),
    Matches(/^[A-Z]{2}$/, { message: 'Choose a country.' }),
  );

/** A state, province or region. */
export const Region = () =>
  applyDecorators(Optional(), Line(100, 'Region is Required', 'IL', { required: false }));

export const EXAMPLE_ADDRESS = {
  name: 'Casey Customer',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
};

/** Where something is delivered. */
export class AddressDto {
  @Line(100, 'Name is Required', 'Casey Customer')
  name!: string;

  @Optional()
  @Line(100, 'Company is Required', 'Springfield Systems Inc.', { required: false })
  company?: string;

  /** Street and number. */
  @Line(100, 'Address is Required', '12 Foundry Lane')
  line1!: string;

  @Optional()
  @Line(100, 'Address is Required', 'Gate 3', { required: false })
  line2?: string;

  @Line(100, 'City is Required', 'Springfield')
  city!: string;

  /** A state, province or region, as people write it. */
  @Region()
  region?: string;

  @Line(20, 'Postal code is Required', '62704')
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @Country()
  country!: string;
}

/** The address alone, without what else is kept or sent with it, and without empty fields. */
export const toAddressDto = (address: Address): Address => ({
  name: address.name,
  ...(address.company && { company: address.company }),
  line1: address.line1,
  ...(address.line2 && { line2: address.line2 }),
  city: address.city,
  ...(address.region && { region: address.region }),
  postalCode: address.postalCode,
  country: address.country,
});
