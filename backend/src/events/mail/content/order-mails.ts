import { formatDollars } from '../../../common/money.js';
import type { MailKind } from '../mail-kinds.js';
import type { Block, MailContent } from './blocks.js';
import {
  addressBlock,
  changedLines,
  linesBlock,
  orderButton,
  type OrderMail,
  shipmentOf,
  totalsBlock,
  trackedBy,
  trackingBlocks,
} from './order-blocks.js';
import { dateText, oneLine, timeText } from './texts.js';

type OrderKind = Extract<
  MailKind,
  `order-${string}` | 'payment-link' | 'tracking-changed' | 'line-cancelled' | 'late-payment'
>;
type Part = Pick<MailContent, 'subject' | 'heading' | 'blocks'>;

const BECAUSE = 'You get this mail because of your order. Mail about orders is always sent.';

/** What was given back by an event, in whole cents. */
const refundedBy = ({ change, order, before }: OrderMail): number =>
  change?.amountCents ?? order.refundedCents - (before?.refundedCents ?? 0);

const WHY_CANCELLED: Record<string, string> = {
  customer: 'You cancelled this order.',
  admin: 'We cancelled this order for you.',
  expiry: 'It was not paid in time, so its parts are for sale again.',
};

function placed(mail: OrderMail): Part {
  const { number, totalCents } = mail.order;
  return {
    subject: `Your order ${number}`,
    heading: 'Thank you for your order',
    blocks: [
      { text: `We have your order ${number} of ${formatDollars(totalCents)}. It is not paid yet.` },
      { note: `Please pay it by ${timeText(mail.now.holdUntil)}; until then its parts are kept for you.` },
      linesBlock(mail.order),
      totalsBlock(mail),
      ...addressBlock(mail),
      { button: { label: 'See and pay the order', link: mail.page } },
    ],
  };
}

function paymentLink(mail: OrderMail): Part {
  const { number, totalCents } = mail.order;
  const pay: Block[] = mail.payLink
    ? [
        { button: { label: `Pay ${formatDollars(totalCents)}`, link: mail.payLink.link } },
        {
          note: `The link is valid until ${timeText(mail.payLink.expiresAt)}. Anybody who has it can pay the order, without an account.`,
        },
      ]
    : [];
  return {
    subject: `Payment of your order ${number}`,
    heading: 'Please pay your order',
    blocks: [
      { text: `Order ${number} of ${formatDollars(totalCents)} waits for its payment.` },
      ...pay,
      linesBlock(mail.order),
      totalsBlock(mail),
      ...addressBlock(mail),
    ],
  };
}

function paid(mail: OrderMail): Part {
  const { number, totalCents, placedAt } = mail.order;
  const { paidAt, poNumber, vatId, delivery } = mail.now;
  const expected = delivery?.expected;
  return {
    subject: `Receipt for your order ${number}`,
    heading: 'Your payment has arrived',
    blocks: [
      { text: `You have paid ${formatDollars(totalCents)} for order ${number}. This mail is your receipt.` },
      {
        facts: {
          title: 'Receipt',
          lines: [
            `Order ${number}`,
            `Placed on ${dateText(new Date(placedAt))}`,
            ...(paidAt ? [`Paid on ${dateText(paidAt)}`] : []),
            ...(poNumber ? [`Your number: ${oneLine(poNumber)}`] : []),
            ...(vatId ? [`Your VAT number: ${oneLine(vatId)}`] : []),
          ],
        },
      },
      linesBlock(mail.order),
      totalsBlock(mail),
      ...(expected ? [{ text: `We expect it to arrive by ${dateText(new Date(expected))}.` }] : []),
      ...addressBlock(mail),
      orderButton(mail),
    ],
  };
}

function shipped(mail: OrderMail): Part {
  const { number, fulfilment } = mail.order;
  const isRest = fulfilment === 'full';
  const shipment = shipmentOf(mail);
  return {
    subject: isRest ? `Your order ${number} has shipped` : `A part of your order ${number} has shipped`,
    heading: isRest ? 'Your order is on its way' : 'A part of your order is on its way',
    blocks: [
      { text: `These parts of order ${number} have left our warehouse.` },
      changedLines(mail),
      ...(shipment ? trackingBlocks(shipment) : []),
      ...(isRest ? [] : [{ note: 'The rest follows; you get another mail then.' }]),
      ...addressBlock(mail),
      orderButton(mail),
    ],
  };
}

const tracking = (mail: OrderMail): Part => ({
  subject: `New tracking for your order ${mail.order.number}`,
  heading: 'Your shipment is followed in another way',
  blocks: [
    { text: `The carrier or tracking number of order ${mail.order.number} has changed.` },
    ...trackedBy(mail).flatMap(trackingBlocks),
    orderButton(mail),
  ],
});

const cancelled = (mail: OrderMail): Part => ({
  subject: `Your order ${mail.order.number} was cancelled`,
  heading: 'Your order was cancelled',
  blocks: [
    {
      text: `Order ${mail.order.number} was cancelled. ${WHY_CANCELLED[mail.actor.by] ?? ''}`.trim(),
    },
    { text: 'There is nothing to pay for it.' },
    linesBlock(mail.order),
    orderButton(mail),
  ],
});

const lineCancelled = (mail: OrderMail): Part => ({
  subject: `Your order ${mail.order.number} has changed`,
  heading: 'A part was taken off your order',
  blocks: [
    { text: `This is no longer in order ${mail.order.number}:` },
    changedLines(mail),
    { text: `It now costs ${formatDollars(mail.order.totalCents)}:` },
    linesBlock(mail.order),
    totalsBlock(mail),
    { button: { label: 'See and pay the order', link: mail.page } },
  ],
});

function refunded(mail: OrderMail): Part {
  const { number, totalCents, refundedCents } = mail.order;
  const amountCents = refundedBy(mail);
  const amount = formatDollars(amountCents);
  // what the bank took back after a dispute was not sent by the shop
  const isByBank = mail.change?.isDispute === true;
  const how = isByBank ? `Your bank has given you back ${amount}` : `We have refunded ${amount}`;
  return {
    subject: `Refund of ${amount} for your order ${number}`,
    heading: isByBank ? 'Your bank has given you money back' : 'We have refunded you',
    blocks: [
      { text: `${how} of order ${number}. Banks take up to ten days until it is in your account.` },
      ...(mail.change?.lines ? [changedLines(mail)] : []),
      {
        totals: [
          { label: 'Paid', amount: formatDollars(totalCents) },
          { label: 'Refunded so far', amount: formatDollars(refundedCents) },
          { label: 'This refund', amount },
        ],
      },
      orderButton(mail),
    ],
  };
}

const latePayment = (mail: OrderMail): Part => ({
  subject: `Your payment for the cancelled order ${mail.order.number}`,
  heading: 'Your payment came too late',
  blocks: [
    {
      text: `Your payment of ${formatDollars(mail.order.totalCents)} arrived after order ${mail.order.number} had been cancelled. We are refunding all of it, and mail you when that is done.`,
    },
    { text: 'If you still want the parts, please order them again.' },
    orderButton(mail),
  ],
});

const CONTENTS: Record<OrderKind, (mail: OrderMail) => Part> = {
  'order-placed': placed,
  'payment-link': paymentLink,
  'order-paid': paid,
  'order-shipped': shipped,
  'tracking-changed': tracking,
  'order-cancelled': cancelled,
  'line-cancelled': lineCancelled,
  'order-refunded': refunded,
  'late-payment': latePayment,
};

/** A mail to the customer of an order. */
export const orderMail = (kind: OrderKind, mail: OrderMail): MailContent => ({
  ...CONTENTS[kind](mail),
  because: BECAUSE,
});

export const isOrderKind = (kind: MailKind): kind is OrderKind => kind in CONTENTS;
