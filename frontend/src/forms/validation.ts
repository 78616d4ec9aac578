/** The specification's rules and messages; the server has the same. */

/** What HTML's own `<input type="email">` accepts: https://html.spec.whatwg.org/#valid-e-mail-address */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const WHOLE = /^\d+$/;
const PHONE = /^\+?[0-9][0-9 ()./-]{2,28}$/;

export const PASSWORD_MIN = 6;
export const QUANTITY_RULE =
  'You can order Equal or More than minimum Quantity and Equal or Less than available Quantity!';

export const required = (value: string, message: string): string | undefined =>
  value.trim() === '' ? message : undefined;

export function emailError(email: string): string | undefined {
  return (
    required(email, 'Email is Required') ??
    (EMAIL.test(email.trim()) ? undefined : 'Please provide a valid Email')
  );
}

export function passwordError(password: string): string | undefined {
  if (password === '') return 'Password is Required';
  return password.length < PASSWORD_MIN ? 'Must be 6 characters or longer' : undefined;
}

export const nameError = (name: string): string | undefined => required(name, 'Name is Required');

export function phoneError(phone: string): string | undefined {
  return (
    required(phone, 'Phone is Required') ?? (PHONE.test(phone.trim()) ? undefined : 'Phone must be a number')
  );
}

interface Limits {
  minimumOQ: number;
  availableQ: number;
  /** Units of a pack. */
  orderStep?: number;
}

export function quantityError(quantity: string, limits: Limits): string | undefined {
  const { minimumOQ, availableQ, orderStep = 1 } = limits;
  const text = quantity.trim();
  if (text === '') return 'Order Quantity is Required';
  if (!WHOLE.test(text)) return QUANTITY_RULE;
  const units = Number(text);
  if (units >= minimumOQ && units % orderStep !== 0) return `Sold in packs of ${orderStep}`;
  return units >= minimumOQ && units <= availableQ ? undefined : QUANTITY_RULE;
}
