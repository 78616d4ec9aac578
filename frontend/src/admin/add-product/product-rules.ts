import { nameError, required } from '../../shared/validation';

/** A product as typed; the photo is kept apart. */
export interface ProductValues extends Record<string, string> {
  name: string;
  price: string;
  minimumOQ: string;
  availableQ: string;
  kind: string;
  description: string;
}

export const EMPTY_PRODUCT: ProductValues = {
  name: '',
  price: '',
  minimumOQ: '',
  availableQ: '',
  kind: '',
  description: '',
};

const PRICE = /^\d+(\.\d{1,2})?$/;
const WHOLE = /^\d+$/;
const KIND = /^[a-z0-9][a-z0-9-]*$/;

const number = (text: string, pattern: RegExp, message: string, least: number): string | undefined =>
  pattern.test(text.trim()) && Number(text) >= least ? undefined : message;

/** Each field's message: the specification's where one is missing, ours where one is no proper number. */
export function checkProduct(values: ProductValues) {
  return {
    name: nameError(values.name),
    price:
      required(values.price, 'Price is Required') ??
      number(values.price, PRICE, 'Price must be a number above 0 with at most two decimals', 0.01),
    minimumOQ:
      required(values.minimumOQ, 'Minimum Order is Required') ??
      number(values.minimumOQ, WHOLE, 'Minimum Order must be a whole number of at least 1', 1),
    availableQ:
      required(values.availableQ, 'Available Quantity is Required') ??
      number(values.availableQ, WHOLE, 'Available Quantity must be a whole number', 0),
    kind:
      values.kind.trim() === '' || KIND.test(toKind(values.kind))
        ? undefined
        : 'Kind may hold letters, figures and hyphens only',
    description: required(values.description, 'Description is Required'),
  };
}

/** `Power Supply` → `power-supply`. */
export const toKind = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, '-');

/** What the server takes; call it with values that `checkProduct` has passed. */
export function toProduct(values: ProductValues, img: string) {
  const kind = toKind(values.kind);
  return {
    name: values.name.trim(),
    price: Number(values.price),
    minimumOQ: Number(values.minimumOQ),
    availableQ: Number(values.availableQ),
    description: values.description.trim(),
    img,
    ...(kind && { kind }),
  };
}
