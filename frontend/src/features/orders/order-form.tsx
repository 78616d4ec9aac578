import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreatePurchaseMutation } from '../../api/account-api';
import { useAddressBookQuery } from '../../api/address-book';
import { asApiError } from '../../api/problem';
import type { Product } from '../../api/types';
import { count, money } from '../../lib/format';
import { notify } from '../../ui/notify';
import { VerifyBeforeOrder } from '../account/verify-before-order';
import { useSessionState } from '../session/use-session';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import { Input, RequiredNote, Textarea } from '../../ui/field';
import { useForm } from '../../forms/use-form';
import type { Problem } from '../../forms/use-submit';
import { phoneError, quantityError, QUANTITY_RULE, required } from '../../forms/validation';
import { unavailableReason } from '../products/availability';
import { strandedUnits } from '../products/leftover';
import { nextBreak, orderableUnits, totalAt, unitPriceAt } from '../products/pricing';
import { QuantityField } from './quantity-field';
import './order-form.css';

interface OrderFormProps {
  product: Product;
  /** From an earlier order, so that it need not be typed again. */
  before?: { address: string; phone: string };
}

/** Address, phone and quantity for one product; the limits are the server's, shown before an order and after a refusal. */
export function OrderForm({ product, before }: OrderFormProps) {
  const { _id, minimumOQ } = product;
  const [create] = useCreatePurchaseMutation();
  const navigate = useNavigate();
  const { user } = useSessionState();
  const form = useForm({
    initial: {
      address: before?.address ?? '',
      phone: before?.phone ?? '',
      orderQuantity: String(minimumOQ),
    },
    draft: user && { name: `order.${_id}`, owner: user.email },
    check: ({ address, phone, orderQuantity }) => ({
      address: required(address, 'Address is Required'),
      phone: phoneError(phone),
      orderQuantity: quantityError(orderQuantity, product),
    }),
    toBody: ({ address, phone, orderQuantity }) => ({
      productId: _id,
      orderQuantity: Number(orderQuantity),
      address: address.trim(),
      phone: phone.trim(),
      price: unitPriceAt(product, Number(orderQuantity)),
    }),
    send: (order, key) => create({ createPurchaseDto: order, 'Idempotency-Key': key }).unwrap(),
    problemOf: orderProblem,
    onDone: (order) => {
      void notify('success', 'Purchase Successful');
      void navigate(`/dashboard/payment/${order._id}`);
    },
  });

  useDefaultAddress(user?.email, form);

  const units = Number(form.values.orderQuantity);
  const isOrderable = quantityError(form.values.orderQuantity, product) === undefined;
  const most = orderableUnits(product);
  const next = isOrderable ? nextBreak(product, units) : undefined;
  const stranded = strandedUnits(units, product);
  const take = (quantity: number) => form.set('orderQuantity', String(quantity));
  const closed = unavailableReason(product);
  if (closed) return <Alert tone="warn">{closed}</Alert>;

  return (
    <form className="order" aria-label="Order" method="post" noValidate onSubmit={form.onSubmit}>
      <RequiredNote />
      <Textarea label="Address" required autoComplete="street-address" rows={3} {...form.bind('address')} />
      <Input label="Phone" required type="tel" inputMode="tel" autoComplete="tel" {...form.bind('phone')} />
      <QuantityField
        limits={product}
        units={form.values.orderQuantity}
        onStep={(to) => form.set('orderQuantity', to)}
        {...form.bind('orderQuantity')}
      />
      {stranded > 0 && (
        <Alert tone="info">
          <p>
            This would leave {count(stranded)} {stranded === 1 ? 'unit' : 'units'}, fewer than the minimum
            order of {count(minimumOQ)}. You can take the rest as well.
          </p>
          <Button look="secondary" small onClick={() => take(most)}>
            Take all {count(most)}
          </Button>
        </Alert>
      )}
      {next && next.from <= most && (
        <p className="order__next num">
          {count(next.more)} more and all cost {money(next.price)} each.{' '}
          <Button look="secondary" small onClick={() => take(next.from)}>
            Order {count(next.from)}
          </Button>
        </p>
      )}
      <p className="order__total num" aria-live="polite">
        <span>Total</span>
        {isOrderable && product.breaks && (
          <span className="muted">at {money(unitPriceAt(product, units))} a unit</span>
        )}
        <strong>{isOrderable ? money(totalAt(product, units)) : '–'}</strong>
      </p>
      <VerifyBeforeOrder />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <Button type="submit" wide busy={form.busy}>
        Purchase
      </Button>
      <p className="muted order__note">You pay in the next step. The units are held for you meanwhile.</p>
    </form>
  );
}

interface FilledForm {
  values: { address: string; phone: string; orderQuantity: string };
  isDirty: boolean;
  reset: (to: FilledForm['values']) => void;
}

/** Fills in the account's default address, once it is read and unless something was typed. */
function useDefaultAddress(email: string | undefined, { values, isDirty, reset }: FilledForm): void {
  const { data } = useAddressBookQuery(email ?? skipToken);
  const text = data?.addresses.find(({ isDefault }) => isDefault)?.text;
  const filled = useRef(false);
  useEffect(() => {
    if (text === undefined || filled.current) return;
    filled.current = true;
    if (!isDirty) reset({ ...values, address: text });
  }, [text, isDirty, reset, values]);
}

/** What the form adds to the server's sentence; for other refusals the sentence says it all. */
function orderProblem(error: unknown): Problem {
  const problem = asApiError(error);
  const { code, available, price } = problem;
  if (code === 'price-changed' && price !== undefined)
    return {
      errors: {},
      detail: `The price is now ${money(price)} a unit. Check the new total, then order again.`,
    };
  if (code === 'not-enough-stock' && available !== undefined)
    return { errors: {}, detail: `${QUANTITY_RULE} ${count(available)} are available now.` };
  return problem;
}
