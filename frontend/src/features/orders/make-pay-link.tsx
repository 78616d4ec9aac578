import { useState } from 'react';
import { useCreatePayLinkMutation, useMailPayLinkMutation } from '../../api/admin-api';
import { asApiError } from '../../api/problem';
import type { Order } from '../../api/types';
import { CopyField } from '../../ui-admin/copy-field';
import { Time } from '../../ui-admin/time';
import { Button } from '../../ui/button';
import { Email } from '../../ui/email';
import { Alert } from '../../ui/feedback';

/** Makes a link to pay an unpaid order, for the admin to send on. */
export function MakePayLink({ order: { _id, number } }: { order: Pick<Order, '_id' | 'number'> }) {
  const [make, { isLoading }] = useCreatePayLinkMutation();
  const [made, setMade] = useState<{ url: string; expiresAt: string }>();
  const [problem, setProblem] = useState<string>();
  const makeNow = async () => {
    setProblem(undefined);
    try {
      setMade(await make({ id: _id }).unwrap());
    } catch (error) {
      setProblem(asApiError(error).detail);
    }
  };
  if (made)
    return (
      <>
        <CopyField
          label={`Link to pay ${number}`}
          // a path where the shop does not know its own address
          value={new URL(made.url, location.origin).href}
          noun="The link"
        />
        <p className="muted">
          Anybody with the link can pay the order without signing in, until <Time at={made.expiresAt} />. It
          shows number, parts and amount, nothing of the customer.
        </p>
        <SendByMail id={_id} />
      </>
    );
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <p>
        <Button look="secondary" small busy={isLoading} onClick={() => void makeNow()}>
          Make a payment link
        </Button>
      </p>
    </>
  );
}

/** Mails the customer a link of their own: it is made when the mail is sent. */
function SendByMail({ id }: { id: string }) {
  const [send, { isLoading, data, error }] = useMailPayLinkMutation();
  if (data)
    return (
      <Alert tone="ok">
        A link is on its way to <Email address={data.to ?? ''} />.
      </Alert>
    );
  return (
    <>
      {error !== undefined && <Alert tone="bad">{asApiError(error).detail}</Alert>}
      <p>
        <Button look="secondary" small busy={isLoading} onClick={() => void send({ id })}>
          Send by mail
        </Button>
      </p>
    </>
  );
}
