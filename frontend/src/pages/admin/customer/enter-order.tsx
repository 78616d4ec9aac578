import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useListDeliveryMethodsQuery } from '../../../api/checkout';
import type { Customer, Order } from '../../../api/types';
import { MakePayLink } from '../../../features/orders/make-pay-link';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { OrderForm } from './order-form';

/** Enters an order for the customer, and makes the link by which it is paid. */
export function EnterOrder({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<Order>();
  const methods = useListDeliveryMethodsQuery(undefined, { skip: !open });
  const close = () => setOpen(false);
  const { name, email } = customer.account;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setMade(undefined);
          setOpen(true);
        }}
      >
        Enter An Order
      </Button>
      <AdminDialog
        open={open}
        onClose={close}
        title={made ? `Order ${made.number} is entered` : `Enter an order for ${name || email}`}
        width={760}
      >
        {made ? (
          <Made order={made} close={close} />
        ) : methods.isLoading ? (
          <Spinner label="Loading the form" />
        ) : (
          <OrderForm
            customer={customer}
            shopCountry={methods.data?.shopCountry ?? ''}
            onMade={setMade}
            onCancel={close}
          />
        )}
      </AdminDialog>
    </>
  );
}

function Made({ order, close }: { order: Order; close: () => void }) {
  return (
    <>
      <Alert tone="ok">
        <p>
          {inCurrencyOf(order, order.total)} are due for{' '}
          <Link to={`/dashboard/manageOrders?open=${order._id}`}>order {order.number}</Link>. The customer
          finds it under My Orders, and can pay it there.
        </p>
      </Alert>
      <MakePayLink order={order} />
      <div className="dialog-buttons">
        <Button onClick={close}>Done</Button>
      </div>
    </>
  );
}
