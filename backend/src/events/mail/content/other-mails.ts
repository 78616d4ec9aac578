import { formatDollars } from '../../../common/money.js';
import type { ProductFacts, WebhookChanged } from '../../../outbox/domain-events.js';
import type { AlertFacts } from '../../../stock-alerts/stock-alert-mails.js';
import type { MailContent } from './blocks.js';
import type { Link } from './links.js';
import { oneLine, timeText, unitsText } from './texts.js';

const CHOOSE = 'Choose which mails you get';
const TO_ADMIN = 'You get this mail as an admin of the shop.';

/** To admins. */
export const lowStockMail = (
  { name, sku, availableQ, minimumOQ }: ProductFacts,
  { list, profile }: { list: Link; profile: Link },
): MailContent => ({
  subject: `Low stock: ${oneLine(name)}`,
  heading: `${unitsText(availableQ)} left of ${oneLine(name)}`,
  blocks: [
    { text: 'The stock of this part has become low.' },
    {
      facts: {
        title: 'Part',
        lines: [
          oneLine(name),
          ...(sku === undefined ? [] : [`Stock number ${oneLine(sku)}`]),
          `${unitsText(availableQ)} in stock`,
          `Sold from ${unitsText(minimumOQ)} on`,
        ],
      },
    },
    { button: { label: 'See the part', link: list } },
  ],
  because: TO_ADMIN,
  unsubscribe: { label: CHOOSE, link: profile },
});

/** To admins. */
export const disputeMail = (
  { number, totalCents, dueBy }: { number: string; totalCents: number; dueBy: Date | undefined },
  { order, profile }: { order: Link; profile: Link },
): MailContent => ({
  subject: `Dispute of order ${number}`,
  heading: `The payment of order ${number} is disputed`,
  blocks: [
    {
      text: `A cardholder disputes the payment of order ${number}, which was ${formatDollars(totalCents)}.`,
    },
    {
      text: dueBy
        ? `Respond to it at the payment provider by ${timeText(dueBy)}, or the money is lost.`
        : 'Respond to it at the payment provider, which says by when.',
    },
    { button: { label: 'See the order', link: order } },
  ],
  because: TO_ADMIN,
  unsubscribe: { label: CHOOSE, link: profile },
});

/** To admins. */
export const webhookMail = (
  { url, description }: { url: string; description: string },
  reason: WebhookChanged['endpoint']['reason'],
  { list, profile }: { list: Link; profile: Link },
): MailContent => ({
  subject: 'A webhook was disabled',
  heading: 'A webhook was disabled',
  blocks: [
    {
      text:
        reason === 'gone'
          ? 'An endpoint has told the shop that it is gone, and gets no more events.'
          : 'The shop could not deliver events to an endpoint for days, and has stopped trying.',
    },
    { facts: { title: 'Endpoint', lines: [oneLine(description), oneLine(url)] } },
    { text: 'When the endpoint works again, enable it and send again what has failed.' },
    { button: { label: 'See the webhooks', link: list } },
  ],
  because: TO_ADMIN,
  unsubscribe: { label: CHOOSE, link: profile },
});

/** Asks the owner of an address that was entered for an alert whether they want it. */
export const alertConfirmMail = (
  { productName, units, isChange }: AlertFacts,
  { confirm, stop }: { confirm: Link; stop: Link },
): MailContent => ({
  subject: `Confirm your alert for ${oneLine(productName)}`,
  heading: 'Do you want to be told?',
  blocks: [
    {
      text: `Somebody, probably you, wants a mail to this address when ${unitsText(units)} of ${oneLine(productName)} can be ordered again.`,
    },
    { button: { label: 'Confirm', link: confirm } },
    {
      note: isChange
        ? 'If it was not you, do nothing: the alert that you have confirmed before stays as it is.'
        : 'If it was not you, do nothing: without a confirmation you get no further mail about it.',
    },
  ],
  because: 'You get this mail because your address was entered for an alert.',
  unsubscribe: { label: 'Stop this alert', link: stop },
});

export const alertDueMail = (
  { productName, units }: AlertFacts,
  { part, stop }: { part: Link; stop: Link },
): MailContent => ({
  subject: `Back in stock: ${oneLine(productName)}`,
  heading: `${oneLine(productName)} is back in stock`,
  blocks: [
    { text: `You asked for ${unitsText(units)}. They can be ordered now, but are not kept for you.` },
    { button: { label: 'See the part', link: part } },
  ],
  because: 'You get this mail because you asked to be told.',
  unsubscribe: { label: 'Stop this alert', link: stop },
});
