import { useState } from 'react';
import { useCreatePayLinkMutation } from '../../api/admin-api';
import { asApiError } from '../../api/problem';
import type { Order } from '../../api/types';
import { CopyField } from '../../ui-admin/copy-field';
import { Time } from '../../ui-admin/time';
import { Button } from '../../ui/button';
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
