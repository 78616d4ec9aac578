import type { ReactNode } from 'react';
import { useSendMailAgainMutation } from '../../api/admin-api';
import { asApiError } from '../../api/problem';
import type { Mail, MailKind } from '../../api/types';
import { Time } from '../../ui-admin/time';
import { Button } from '../../ui/button';
import { Email } from '../../ui/email';
import { Tag } from '../../ui/feedback';
import { notify } from '../../ui/notify';
import './mail.css';

const KINDS: Record<MailKind, string> = {
  'order-placed': 'Order placed',
  'payment-link': 'Payment link',
  'order-paid': 'Receipt',
  'order-shipped': 'Shipped',
  'tracking-changed': 'Tracking changed',
  'order-cancelled': 'Order cancelled',
  'line-cancelled': 'Line cancelled',
  'order-refunded': 'Refund',
  'late-payment': 'Payment came too late',
  'dispute-opened': 'Dispute',
  'low-stock': 'Low stock',
  'webhook-disabled': 'Webhook disabled',
  'stock-alert-confirm': 'Alert to be confirmed',
  'stock-alert-due': 'Back in stock',
};

const STATES = {
  queued: ['Waits', 'info'],
  sent: ['Sent', 'ok'],
  failed: ['Not sent', 'bad'],
  dropped: ['Not needed', undefined],
} as const;

interface MailItemProps {
  mail: Mail;
  /** Whether it can be sent once more. */
  canSend: boolean;
  /** What it is about, where that is not said around it. */
  children?: ReactNode;
}

/** A mail that the shop has sent or tries to send, and the button that sends it once more. */
export function MailItem({ mail, canSend, children }: MailItemProps) {
  const { kind, state, to, reason, at, sentAt, sentAgainAt } = mail;
  const [label, tone] = STATES[state];
  return (
    <li className="mail-item">
      <div className="mail-item__text">
        <span className="cell-row">
          <strong>{KINDS[kind]}</strong>
          <Tag tone={tone}>{label}</Tag>
        </span>
        {children}
        <span>
          {to === undefined ? <span className="muted">To a removed account</span> : <Email address={to} />}
        </span>
        <span className="muted">
          <Time at={sentAt ?? at} />
        </span>
        {reason && <span>{reason}</span>}
        {sentAgainAt && (
          <span className="muted">
            Sent once more on <Time at={sentAgainAt} />
          </span>
        )}
      </div>
      {canSend && to !== undefined && state !== 'dropped' && <SendAgain mail={mail} />}
    </li>
  );
}

function SendAgain({ mail: { _id, kind, label, to } }: { mail: Mail }) {
  const [send, { isLoading }] = useSendMailAgainMutation();
  const sendNow = () =>
    send({ id: _id })
      .unwrap()
      .then(
        () => notify('success', `The mail to ${to} is sent once more`),
        (error: unknown) => notify('error', asApiError(error).detail),
      );
  return (
    <Button
      look="secondary"
      small
      busy={isLoading}
      aria-label={`Send again: ${KINDS[kind]} ${label}`}
      onClick={() => void sendNow()}
    >
      Send again
    </Button>
  );
}
