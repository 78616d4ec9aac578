import { asApiError } from '../../../api/problem';
import type { CheckedBasket, Checkout, SavedAddress } from '../../../api/types';
import {
  addressErrors,
  addressValues,
  isAddressField,
  toAddress,
  type AddressValues,
} from '../../../features/addresses/address-values';
import type { Problem } from '../../../forms/use-submit';
import { phoneError } from '../../../forms/validation';

/** All that is typed and chosen; the card is the provider's. */
export type CheckoutValues = AddressValues &
  Record<'saved' | 'keep' | 'phone' | 'vatId' | 'deliveryMethodId' | 'poNumber' | 'note', string>;

/** In place of a saved address's id. */
export const NEW = 'new';

interface Known {
  addresses: readonly SavedAddress[];
  /** Of the profile. */
  name: string;
  phone: string;
  shopCountry: string;
}

/** What the form starts with: the default address, or a new one in the shop's country. */
export const initialValues = ({ addresses, name, phone, shopCountry }: Known): CheckoutValues => ({
  ...addressValues({ name, country: shopCountry }),
  saved: (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?._id ?? NEW,
  keep: addresses.length === 0 ? 'yes' : '',
  phone,
  vatId: '',
  deliveryMethodId: '',
  poNumber: '',
  note: '',
});

/** The chosen address of the account; none while a new one is typed, or when it was removed meanwhile. */
export const savedOf = (
  { saved }: Pick<CheckoutValues, 'saved'>,
  addresses: readonly SavedAddress[],
): SavedAddress | undefined => addresses.find(({ _id }) => _id === saved);

export const checkoutErrors = (values: CheckoutValues, addresses: readonly SavedAddress[]) => ({
  ...(savedOf(values, addresses) ? {} : addressErrors(values)),
  phone: phoneError(values.phone),
});

/** Where it goes, as far as prices depend on it. */
export const destinationOf = (values: CheckoutValues, addresses: readonly SavedAddress[]) => {
  const { country, region } = savedOf(values, addresses) ?? values;
  const text = region?.trim();
  return { ...(country && { country }), ...(text && { region: text }) };
};

/** The order, of the basket as it was shown: its prices are those that the customer saw. */
export function toCheckout(
  values: CheckoutValues,
  addresses: readonly SavedAddress[],
  basket: CheckedBasket,
): Checkout {
  const saved = savedOf(values, addresses);
  const optional = { vatId: values.vatId, poNumber: values.poNumber, note: values.note };
  const given = Object.entries(optional).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  );
  return {
    lines: basket.lines.map(({ productId, orderQuantity, price }) => ({ productId, orderQuantity, price })),
    address: toAddress(saved ? addressValues(saved) : values),
    phone: values.phone.trim(),
    ...(basket.delivery && { deliveryMethodId: basket.delivery._id }),
    ...(Object.fromEntries(given) as Partial<Checkout>),
  };
}

/** Messages of a refusal about lines, by the line's place. */
export function lineErrors(error: unknown): Map<number, string> {
  const found = new Map<number, string>();
  for (const [field, message] of Object.entries(asApiError(error).errors)) {
    const at = /^lines\.(\d+)\b/.exec(field)?.[1];
    if (at !== undefined) found.set(Number(at), message);
  }
  return found;
}

/** Puts messages about the address at its fields; about one of the account, which has none here, into the sentence. */
export function checkoutProblem(error: unknown, hasFields: boolean): Problem {
  const { errors, detail } = asApiError(error);
  const ofAddress = Object.entries(errors).flatMap(([name, message]) => {
    const field = name.replace(/^address\./, '');
    return name !== field && isAddressField(field) ? [[field, message] as const] : [];
  });
  if (ofAddress.length === 0) return { errors, detail };
  if (!hasFields) return { errors: {}, detail: ofAddress.map(([, message]) => message).join(' ') };
  const others = Object.entries(errors).filter(([name]) => !name.startsWith('address.'));
  return { errors: Object.fromEntries([...ofAddress, ...others]), detail };
}

/** What keeps a line from being ordered as it is. Another price does not: the new one is what is shown, and paid. */
export const obstacle = ({ problems }: CheckedBasket['lines'][number]): string | undefined =>
  problems.find(({ code }) => code !== 'price-changed')?.message;

/** Whether a basket has other parts or quantities than those that are shown. */
export function isOtherBasket(
  shown: readonly { productId: string; orderQuantity: number | string }[],
  now: readonly { productId: string; orderQuantity: number | string }[],
): boolean {
  const units = new Map(now.map(({ productId, orderQuantity }) => [productId, Number(orderQuantity)]));
  return (
    shown.length !== now.length ||
    shown.some(({ productId, orderQuantity }) => units.get(productId) !== Number(orderQuantity))
  );
}
