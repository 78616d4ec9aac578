import { useEffect, useRef, useState } from 'react';
import { useRequestOwnStockAlertMutation, useRequestStockAlertMutation } from '../../../api/account-api';
import type { Product } from '../../../api/types';
import { useSessionState } from '../../../features/session/use-session';
import { useForm } from '../../../forms/use-form';
import { emailError } from '../../../forms/validation';
import { count } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input } from '../../../ui/field';

function unitsError(units: string, { minimumOQ }: Product): string | undefined {
  if (!/^\d{1,9}$/.test(units.trim())) return 'Enter a whole number.';
  return Number(units) < minimumOQ ? `Enter at least ${count(minimumOQ)}, the minimum order.` : undefined;
}

/** Whom to tell, and how many they want. */
export default function StockAlertForm({ product }: { product: Product }) {
  const { user } = useSessionState();
  const [request] = useRequestStockAlertMutation();
  const [requestOwn] = useRequestOwnStockAlertMutation();
  const [sent, setSent] = useState<{ email: string; needsConfirmation: boolean }>();
  const root = useRef<HTMLFormElement>(null);
  const form = useForm({
    initial: { email: user?.email ?? '', units: String(product.minimumOQ) },
    check: ({ email, units }) => ({ email: emailError(email), units: unitsError(units, product) }),
    toBody: ({ email, units }) => ({ email: email.trim(), units: Number(units) }),
    send: async ({ email, units }) => {
      const isOwn = email.toLowerCase() === user?.email.toLowerCase();
      const { needsConfirmation } = await (
        isOwn
          ? requestOwn({ id: product._id, requestOwnStockAlertDto: { units } })
          : request({ id: product._id, requestStockAlertDto: { email, units } })
      ).unwrap();
      return { email, needsConfirmation };
    },
    onDone: setSent,
  });
  // the button that opened it is gone, and the focus with it
  useEffect(() => root.current?.querySelector('input')?.focus(), []);

  if (sent) return <Sent {...sent} />;
  return (
    <form
      ref={root}
      className="sheet__form"
      aria-label="Tell me when it is back"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
      <Input
        label="Units"
        required
        inputMode="numeric"
        autoComplete="off"
        hint={`At least ${count(product.minimumOQ)}`}
        {...form.bind('units')}
      />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <Button type="submit" wide busy={form.busy}>
        Tell me when it is back
      </Button>
    </form>
  );
}

/** The same whatever the shop knows of the address. */
function Sent({ email, needsConfirmation }: { email: string; needsConfirmation: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="sheet__form">
      <Alert tone="ok">
        {needsConfirmation ? (
          <p>
            Please open the link in the mail to <strong>{email}</strong> within two days. You are told when
            the part is back once you have confirmed it there.
          </p>
        ) : (
          <p>
            We write to <strong>{email}</strong> when the part is back, in the order of the requests.
          </p>
        )}
      </Alert>
    </div>
  );
}
