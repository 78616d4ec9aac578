import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type ReadOrder,
  useEditOrderAddressMutation,
  useLazyOrderToEditQuery,
} from '../../../api/order-admin';
import { asApiError } from '../../../api/problem';
import type { OrderDetail } from '../../../api/types';
import { AddressFields } from '../../../features/addresses/address-fields';
import { addressErrors, addressValues, toAddress } from '../../../features/addresses/address-values';
import { MakePayLink } from '../../../features/orders/make-pay-link';
import { useLeaveGuard } from '../../../forms/leave-guard';
import { useForm } from '../../../forms/use-form';
import { notify } from '../../../ui/notify';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { useHoldDialog } from '../../../ui-admin/dialog-hold';
import { FormEnd } from '../../../ui-admin/form-end';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

/** What can be done about an order before it ships: its address, and a link to pay it. */
export function OrderEdits({ order }: { order: OrderDetail }) {
  const { customer, isAddressEditable, status } = order;
  return (
    <section className="order-part">
      {customer.email !== undefined && (
        <p>
          <Link to={`/dashboard/customers/${customer.id}`}>The customer’s page</Link>
        </p>
      )}
      {isAddressEditable && <EditAddress id={order._id} />}
      {status === 'unpaid' && <MakePayLink order={order} />}
    </section>
  );
}

function EditAddress({ id }: { id: string }) {
  const [load, { isFetching }] = useLazyOrderToEditQuery();
  const [read, setRead] = useState<ReadOrder>();
  const [problem, setProblem] = useState<string>();
  const close = () => setRead(undefined);
  const open = async () => {
    const { data, error } = await load({ id });
    setRead(data);
    setProblem(error && asApiError(error).detail);
  };
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <p>
        <Button look="secondary" small busy={isFetching} aria-haspopup="dialog" onClick={() => void open()}>
          Change the address
        </Button>
      </p>
      <AdminDialog open={read !== undefined} onClose={close} title="Change the address" width={620}>
        {read && <AddressForm read={read} close={close} />}
      </AdminDialog>
    </>
  );
}

function AddressForm({ read: { order, etag: first }, close }: { read: ReadOrder; close: () => void }) {
  const { _id: id, userName, shippingAddress } = order;
  const [etag, setEtag] = useState(first);
  const [load] = useLazyOrderToEditQuery();
  const [change] = useEditOrderAddressMutation();
  const form = useForm({
    initial: addressValues(shippingAddress ?? { name: userName }),
    check: addressErrors,
    toBody: toAddress,
    send: async (address) => {
      try {
        return await change({ id, etag, address }).unwrap();
      } catch (error) {
        // the next attempt is of the order as it is now
        if (asApiError(error).status === 412)
          await load({ id }).then(({ data }) => data && setEtag(data.etag));
        throw error;
      }
    },
    problemOf: (error) => {
      const problem = asApiError(error);
      return problem.status === 412
        ? { errors: {}, detail: 'The order was changed meanwhile. Look at it, then save the address again.' }
        : problem;
    },
    onDone: () => {
      close();
      void notify('success', 'The address was changed');
    },
  });
  useLeaveGuard(form.isDirty || form.busy, 'The address is not saved.', 'open');
  useHoldDialog(form.busy);
  return (
    <form
      className="dialog-body"
      aria-label="Address of the order"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <p className="muted">
        {shippingAddress
          ? 'Country and region stay as they are: delivery and tax were charged for them.'
          : 'The country stays as it is, and the region may be any with the tax that was charged.'}{' '}
        The former address stays in the order’s history, which the customer sees.
      </p>
      {!shippingAddress && <p className="order-text">Now: {order.address}</p>}
      <AddressFields bind={form.bind} />
      <FormEnd refusal={form.refusal} busy={form.busy} label="Change the address" onCancel={close} />
    </form>
  );
}
