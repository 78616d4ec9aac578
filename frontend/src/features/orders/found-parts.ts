import type { FoundOrder, OrderMatch } from '../../api/types';

const LABELS: Record<OrderMatch['field'], string> = {
  number: 'Order',
  customer: 'Customer',
  email: 'E-mail',
  company: 'Company',
  poNumber: 'PO number',
  product: 'Part',
  sku: 'SKU',
  phone: 'Phone',
  address: 'Address',
  trackingNumber: 'Tracking',
  id: 'Id',
};

export const labelOf = ({ field }: OrderMatch): string => LABELS[field];

/** The order's texts that a list shows whole, one line each; an e-mail address may be cut off. */
const isShown = ({ number, userName, lines }: FoundOrder, { field, text }: OrderMatch): boolean =>
  (field === 'number' && text === number) ||
  (field === 'customer' && text === userName) ||
  (field === 'product' && text === lines[0]?.name);

/** What was found of an order where a list does not show it. */
export const foundElsewhere = (order: FoundOrder): OrderMatch[] =>
  (order.matches ?? []).filter((match) => !isShown(order, match));

/** What was found of a text, or of what it begins with, as the title of an order of several products does. */
export const marksIn = (
  { matches = [] }: FoundOrder,
  field: OrderMatch['field'],
  text: string,
): OrderMatch['marks'] =>
  matches.find((match) => match.field === field && text.startsWith(match.text))?.marks ?? [];

/** A text in pieces, those that are marked and those that are not. */
export function piecesOf(text: string, marks: OrderMatch['marks']): { text: string; isMarked: boolean }[] {
  const pieces = marks.flatMap(({ from, to }, at) => [
    { text: text.slice(at === 0 ? 0 : marks[at - 1]!.to, from), isMarked: false },
    { text: text.slice(from, to), isMarked: true },
  ]);
  const rest = { text: text.slice(marks.at(-1)?.to ?? 0), isMarked: false };
  return [...pieces, rest].filter((piece) => piece.text !== '');
}
