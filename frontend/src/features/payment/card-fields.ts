/** A card as typed. */
export interface CardValues extends Record<string, string> {
  number: string;
  expiry: string;
  cvc: string;
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** Groups the digits as cards print them: four by four, American Express 4-6-5. */
export function groupNumber(text: string): string {
  const number = digits(text).slice(0, 19);
  if (!/^3[47]/.test(number)) return number.replace(/(\d{4})(?=\d)/g, '$1 ');
  return [number.slice(0, 4), number.slice(4, 10), number.slice(10, 15)].filter(Boolean).join(' ');
}

/** `1230` → `12 / 30`, `5` → `05 / `; what is deleted stays deleted. */
export function groupExpiry(text: string, before: string): string {
  const typed = digits(text);
  // A card manager fills in `12/2030`.
  const all = typed.length === 6 ? typed.slice(0, 2) + typed.slice(4) : typed.slice(0, 4);
  if (text.length < before.length) return all.length > 2 ? `${all.slice(0, 2)} / ${all.slice(2)}` : all;
  const padded = /^[2-9]/.test(all) ? `0${all}`.slice(0, 4) : all;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2)}`;
}

/** Two digits each, or `undefined` when it is no month and year. */
export function readExpiry(text: string): { month: string; year: string } | undefined {
  const found = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim());
  return found ? { month: found[1]!, year: found[2]! } : undefined;
}

/** Only whether a card can be read; whether it is any good is for the payment provider to say. */
export function checkCard({ number, expiry, cvc }: CardValues) {
  return {
    number:
      digits(number) === ''
        ? 'Card number is Required'
        : digits(number).length < 12
          ? 'Your card number is incomplete.'
          : undefined,
    expiry:
      expiry.trim() === ''
        ? 'Expiry date is Required'
        : readExpiry(expiry)
          ? undefined
          : 'Give the month and the year as on the card: MM / YY.',
    cvc:
      digits(cvc) === ''
        ? 'Security code is Required'
        : digits(cvc).length < 3
          ? "Your card's security code is incomplete."
          : undefined,
  };
}
