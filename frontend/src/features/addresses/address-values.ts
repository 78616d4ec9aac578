import type { Address } from '../../api/types';
import { nameError, required } from '../../forms/validation';

const FIELDS = ['name', 'company', 'line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const;
export type AddressField = (typeof FIELDS)[number];

/** An address as typed. */
export type AddressValues = Record<AddressField, string>;

export const isAddressField = (name: string): name is AddressField =>
  (FIELDS as readonly string[]).includes(name);

const valuesOf = (of: (field: AddressField) => string): AddressValues =>
  Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as AddressValues;

/** What a form starts with. */
export const addressValues = (address: Partial<Address> = {}): AddressValues =>
  valuesOf((field) => address[field] ?? '');

/** The same messages as the server's. */
export const addressErrors = ({ name, line1, city, postalCode, country }: AddressValues) => ({
  name: nameError(name),
  line1: required(line1, 'Address is Required'),
  city: required(city, 'City is Required'),
  postalCode: required(postalCode, 'Postal code is Required'),
  country: required(country, 'Choose a country.'),
});

/** What is sent: without what was left empty. */
export const toAddress = (values: AddressValues): Address => {
  const given = FIELDS.map((field) => [field, values[field].trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== '')) as unknown as Address;
};

/** `Springfield, IL 62704`, for the one line that a list shows of an address. */
export const shortAddress = ({ line1, city, region, postalCode }: Address): string =>
  [line1, [[city, region].filter(Boolean).join(', '), postalCode].join(' ')].join(', ');
