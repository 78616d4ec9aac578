import { asApiError } from '../../../api/problem';
import type { Customer, EnteredOrder, SavedAddress } from '../../../api/types';
import {
  addressErrors,
  addressValues,
  isAddressField,
  toAddress,
  type AddressValues,
} from '../../../features/addresses/address-values';
import type { Problem } from '../../../forms/use-submit';
import { phoneError } from '../../../forms/validation';

/** A part of an order that is being entered; its quantity as typed. */
export interface EntryLine {
  productId: string;
  name: string;
  quantity: string;
}

/** What is typed and chosen besides the parts. */
export type EntryValues = AddressValues &
  Record<'saved' | 'phone' | 'deliveryMethodId' | 'poNumber' | 'vatId' | 'note' | 'externalId', string>;

/** In place of a saved address's id. */
export const NEW = 'new';

/** What the form starts with: the default address, or a new one in the shop's country. */
export const initialEntry = ({ account, addresses }: Customer, shopCountry: string): EntryValues => ({
  ...addressValues({ name: account.name, country: shopCountry }),
  saved: (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?._id ?? NEW,
  phone: account.phone,
  deliveryMethodId: '',
  poNumber: '',
  vatId: '',
  note: '',
  externalId: '',
});

const savedOf = ({ saved }: Pick<EntryValues, 'saved'>, addresses: readonly SavedAddress[]) =>
  addresses.find(({ _id }) => _id === saved);

/** Whether an address is typed, instead of one of the account's. */
export const isNewAddress = (values: EntryValues, addresses: readonly SavedAddress[]): boolean =>
  savedOf(values, addresses) === undefined;

export const entryErrors = (values: EntryValues, addresses: readonly SavedAddress[]) => ({
  ...(savedOf(values, addresses) ? {} : addressErrors(values)),
  phone: phoneError(values.phone),
});

/** The lines whose quantity is a number, as they are checked and sent. */
export const countedLines = (lines: readonly EntryLine[]) =>
  lines.flatMap(({ productId, quantity }) =>
    /^[1-9]\d{0,6}$/.test(quantity.trim()) ? [{ productId, orderQuantity: Number(quantity) }] : [],
  );

/** What decides about the prices. */
export function checkOf(
  values: EntryValues,
  lines: readonly EntryLine[],
  addresses: readonly SavedAddress[],
) {
  const { country, region } = savedOf(values, addresses) ?? values;
  const { deliveryMethodId } = values;
  const text = region?.trim();
  return {
    lines: countedLines(lines),
    ...(country && { country }),
    ...(text && { region: text }),
    ...(deliveryMethodId && { deliveryMethodId }),
  };
}

const OPTIONAL = ['deliveryMethodId', 'poNumber', 'vatId', 'note', 'externalId'] as const;

export function toEnteredOrder(
  values: EntryValues,
  lines: readonly EntryLine[],
  { account, addresses }: Customer,
): EnteredOrder {
  const saved = savedOf(values, addresses);
  const given = OPTIONAL.map((name) => [name, values[name].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  return {
    customer: { id: account._id },
    lines: countedLines(lines),
    address: toAddress(saved ? addressValues(saved) : values),
    phone: values.phone.trim(),
    ...(Object.fromEntries(given) as Partial<EnteredOrder>),
  };
}

/** Puts messages about the address at its fields; those about lines are in the sentence, and at the lines by the next check. */
export function entryProblem(error: unknown, hasAddressFields: boolean): Problem {
  const { errors, detail } = asApiError(error);
  const own = Object.entries(errors).map(
    ([name, message]) => [name.replace(/^address\./, ''), message] as const,
  );
  if (own.some(([name]) => name.startsWith('lines.') || (isAddressField(name) && !hasAddressFields)))
    return { errors: {}, detail };
  return { errors: Object.fromEntries(own), detail };
}
