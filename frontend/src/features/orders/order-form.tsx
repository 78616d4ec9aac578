import { useState } from 'react';
import { useCreatePurchaseMutation } from '../../api/account-api';
import { asApiError, type ApiError } from '../../api/problem';
import type { Order, Product } from '../../api/types';
import { count, money } from '../../lib/format';
import { useIdempotencyKey } from '../../forms/idempotency';
import { notify } from '../../ui/notify';
import { useSessionState } from '../session/use-session';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import { Input, RequiredNote, Textarea } from '../../ui/field';
import { useForm } from '../../forms/use-form';
import { phoneError, quantityError, QUANTITY_RULE, required } from '../../forms/validation';
import { unavailableReason } from '../products/availability';
import { strandedUnits } from '../products/leftover';
import { OrderPlaced } from './order-placed';
import { QuantityField } from './quantity-field';
import './order-form.css';

interface OrderFormProps {
  product: Product;
  /** From an earlier order, so that it need not be typed again. */
  before?: { address: string; phone: string };
}

/** Address, phone and quantity for one product; the limits are the server's, shown before an order and after a refusal. */
export function OrderForm({ product, before }: OrderFormProps) {
  const { _id, price, minimumOQ, availableQ } = product;
  const [create, { isLoading }] = useCreatePurchaseMutation();
  const [placed, setPlaced] = useState<Order>();
  const [refusal, setRefusal] = useState<string>();
  const attempt = useIdempotencyKey();
  const { user } = useSessionState();
  const initial = {
    address: before?.address ?? '',
    phone: before?.phone ?? '',
    orderQuantity: String(minimumOQ),
  };
  const form = useForm({
    initial,
    draft: user && { name: `order.${_id}`, owner: user.email },
    check: ({ address, phone, orderQuantity }) => ({
      address: required(address, 'Address is Required'),
      phone: phoneError(phone),
      orderQuantity: quantityError(orderQuantity, product),
    }),
  });

  const units = Number(form.values.orderQuantity);
  const orderable = Number.isInteger(units) && units >= minimumOQ && units <= availableQ;
  const stranded = strandedUnits(units, product);
  const closed = unavailableReason(product);

  const send = async ({ address, phone, orderQuantity }: typeof form.values) => {
    setRefusal(undefined);
    const order = {
      productId: _id,
      orderQuantity: Number(orderQuantity),
      address: address.trim(),
      phone: phone.trim(),
      price,
    };
    try {
      const made = await create({ createPurchaseDto: order, 'Idempotency-Key': attempt.for(order) }).unwrap();
      attempt.complete();
      setPlaced(made);
      form.reset({ ...initial, ...(before && { address, phone }) });
      void notify('success', 'Purchase Successful');
    } catch (error) {
      attempt.complete(error);
      const detail = form.fail(error);
      setRefusal(refusalText(asApiError(error)) ?? detail);
    }
  };

  return (
    <>
      {placed && <OrderPlaced key={placed._id} order={placed} />}
      {closed ? (
        <Alert tone="warn">{closed}</Alert>
      ) : (
        <form className="order" noValidate onSubmit={form.onSubmit(send)}>
          <RequiredNote />
          <Textarea
            label="Address"
            required
            autoComplete="street-address"
            rows={3}
            {...form.bind('address')}
          />
          <Input
            label="Phone"
            required
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...form.bind('phone')}
          />
          <QuantityField
            limits={product}
            onStep={(units) => form.set('orderQuantity', units)}
            {...form.bind('orderQuantity')}
          />
          {stranded > 0 && (
            <Alert tone="info">
              <p>
                This would leave {count(stranded)} {stranded === 1 ? 'unit' : 'units'}, fewer than the minimum
                order of {count(minimumOQ)}. You can take the rest as well.
              </p>
              <Button look="secondary" small onClick={() => form.set('orderQuantity', String(availableQ))}>
                Take all {count(availableQ)}
              </Button>
            </Alert>
          )}
          <p className="order__total num" aria-live="polite">
            <span>Total</span>
            <strong>{orderable ? money(Math.round(price * 100 * units) / 100) : '–'}</strong>
          </p>
          {refusal && <Alert tone="bad">{refusal}</Alert>}
          <Button type="submit" wide busy={isLoading}>
            Purchase
          </Button>
          <p className="muted order__note">You pay in the next step. The units are held for you meanwhile.</p>
        </form>
      )}
    </>
  );
}

/** What the form adds to the server's sentence; for other refusals the sentence says it all. */
function refusalText({ code, available, price }: ApiError): string | undefined {
  if (code === 'price-changed' && price !== undefined)
    return `The price is now ${money(price)} a unit. Check the new total, then order again.`;
  if (code === 'not-enough-stock' && available !== undefined)
    return `${QUANTITY_RULE} ${count(available)} are available now.`;
  return undefined;
}
