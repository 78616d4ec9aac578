import {
  codeOf,
  type SearchFields,
  searchFieldsOf,
  tokensFrom,
  tokensOf,
  wholeToken,
  wordsOf,
} from '../../lists/search-words.js';
import { bareNumber, numberEndings } from './order-number.js';
import type { Order } from './order.schema.js';
import { phoneFields } from './phone-number.js';

/** What of an order is searched. */
export const SEARCHED = [
  'number',
  'customer',
  'email',
  'company',
  'poNumber',
  'product',
  'sku',
  'phone',
  'address',
  'trackingNumber',
  'id',
] as const;
export type Searched = (typeof SEARCHED)[number];

/** A text of an order and how it is found. */
export interface SearchedText extends SearchFields {
  field: Searched;
  text: string;
}

export type SearchedOrder = Pick<Order, '_id' | 'lines'> &
  Partial<
    Pick<
      Order,
      | 'number'
      | 'userName'
      | 'userEmail'
      | 'company'
      | 'poNumber'
      | 'phone'
      | 'address'
      | 'shippingAddress'
      | 'shipments'
    >
  >;

/** Beginnings of fewer characters would be found in too many orders to be worth their tokens. */
const LEAST = { address: 3, code: 5, trackingNumber: 8, id: 12 };

/** As words, by all of their beginnings. */
const inWords = (field: Searched, text: string): SearchedText => ({ field, text, ...searchFieldsOf(text) });

/** A number with letters, in words and without what separates them. */
function asCode(field: Searched, text: string): SearchedText {
  const { words, tokens } = searchFieldsOf(text);
  const code = codeOf(text);
  if (!code || words.includes(code)) return { field, text, words, tokens };
  return { field, text, words: [...words, code], tokens: [...tokens, ...tokensFrom(LEAST.code, code)] };
}

/** The only code of its kind that is never typed in words. */
function trackingNumber(text: string): SearchedText[] {
  const code = codeOf(text);
  if (!code) return [];
  return [{ field: 'trackingNumber', text, words: [code], tokens: tokensFrom(LEAST.trackingNumber, code) }];
}

function orderNumber(text: string): SearchedText {
  const words = wordsOf(text, bareNumber(text));
  const endings = numberEndings(text);
  return {
    field: 'number',
    text,
    words: [...words, ...endings],
    tokens: [...tokensOf(words), ...endings.map(wholeToken)],
  };
}

/** The lines of the address, the company excepted, which is a field of its own; of the country whole words only. */
function addressTexts({ address = '', shippingAddress, company }: SearchedOrder): SearchedText[] {
  const lines = address.split(/\r?\n/).filter((line) => line && line !== company);
  const postalCode = shippingAddress && codeOf(shippingAddress.postalCode);
  return lines.map((text, at) => {
    const words = wordsOf(text);
    const isCountry = shippingAddress !== undefined && at === lines.length - 1;
    const code = postalCode && codeOf(text).endsWith(postalCode) ? [postalCode] : [];
    const tokens = isCountry
      ? words.map(wholeToken)
      : words.flatMap((word) => tokensFrom(LEAST.address, word));
    return {
      field: 'address',
      text,
      words: [...words, ...code],
      tokens: [...tokens, ...code.flatMap((word) => tokensFrom(LEAST.code, word))],
    };
  });
}

/** Every text of an order that a search finds, in the order in which it says what it found. */
export function searchedTexts(order: SearchedOrder): SearchedText[] {
  const { _id, number, userName, userEmail, company, poNumber, phone, lines, shipments } = order;
  const id = String(_id);
  const tracked = (shipments ?? []).flatMap((shipment) => shipment.trackingNumber ?? []);
  return [
    ...(number ? [orderNumber(number)] : []),
    // of a removed customer it says nothing
    ...(userName && userEmail !== '' ? [inWords('customer', userName)] : []),
    ...(userEmail ? [inWords('email', userEmail)] : []),
    ...(company ? [inWords('company', company)] : []),
    ...(poNumber ? [asCode('poNumber', poNumber)] : []),
    ...lines.flatMap(({ name, sku }) => [inWords('product', name), ...(sku ? [asCode('sku', sku)] : [])]),
    ...(phone ? [{ field: 'phone' as const, text: phone, ...phoneFields(phone) }] : []),
    ...addressTexts(order),
    ...tracked.flatMap(trackingNumber),
    { field: 'id', text: id, words: [id], tokens: tokensFrom(LEAST.id, id) },
  ];
}

/**
 * What a search by words finds of an order; written whenever one of its texts changes.
 *
 * @param changes what becomes of the order
 */
export function searchFieldsOfOrder(
  order: SearchedOrder,
  changes: Partial<SearchedOrder> = {},
): SearchFields {
  const texts = searchedTexts({ ...order, ...changes });
  return {
    words: [...new Set(texts.flatMap(({ words }) => words))],
    tokens: [...new Set(texts.flatMap(({ tokens }) => tokens))],
  };
}
