import { useRef, useState } from 'react';
import { useEnterOrderMutation } from '../../../api/admin-api';
import { useCheckedBasketQuery } from '../../../api/basket';
import type { CheckedBasket, Customer, Order } from '../../../api/types';
import { AddressFields } from '../../../features/addresses/address-fields';
import { shortAddress } from '../../../features/addresses/address-values';
import { useForm } from '../../../forms/use-form';
import { useLeaveGuard } from '../../../forms/leave-guard';
import { date, money } from '../../../lib/format';
import { useSettled } from '../../../lib/use-settled';
import { useHoldDialog } from '../../../ui-admin/dialog-hold';
import { FormEnd } from '../../../ui-admin/form-end';
import { Input, Select, Textarea } from '../../../ui/field';
import { Alert } from '../../../ui/feedback';
import { EntryLines } from './entry-lines';
import {
  checkOf,
  countedLines,
  entryErrors,
  entryProblem,
  initialEntry,
  isNewAddress,
  NEW,
  toEnteredOrder,
  type EntryLine,
  type EntryValues,
} from './entry-values';
import { PartSearch } from './part-search';

interface OrderFormProps {
  customer: Customer;
  shopCountry: string;
  onMade: (order: Order) => void;
  onCancel: () => void;
}

/** An order for the customer: parts, address, delivery, and what it costs as the shop says. */
export function OrderForm({ customer, shopCountry, onMade, onCancel }: OrderFormProps) {
  const { addresses } = customer;
  const [enter] = useEnterOrderMutation();
  const [lines, setLines] = useState<EntryLine[]>([]);
  /** What was sent last: its messages belong to the fields that were there. */
  const sent = useRef<EntryValues>(undefined);
  const form = useForm({
    initial: initialEntry(customer, shopCountry),
    check: (values) => entryErrors(values, addresses),
    toBody: (values) => {
      sent.current = values;
      return toEnteredOrder(values, lines, customer);
    },
    send: (enterOrderDto, key) => enter({ enterOrderDto, 'Idempotency-Key': key }).unwrap(),
    problemOf: (error) =>
      entryProblem(error, sent.current !== undefined && isNewAddress(sent.current, addresses)),
    onDone: onMade,
  });
  const { values, bind } = form;
  const isNew = isNewAddress(values, addresses);
  useLeaveGuard(form.isDirty || form.busy || lines.length > 0, 'The order is not entered.');
  useHoldDialog(form.busy);

  const wanted = JSON.stringify(checkOf(values, lines, addresses));
  const settled = useSettled(wanted);
  const check = useCheckedBasketQuery(JSON.parse(settled) as ReturnType<typeof checkOf>, {
    refetchOnMountOrArgChange: true,
  });
  const basket = check.currentData ?? check.data;

  const add = (line: EntryLine) => {
    if (!lines.some(({ productId }) => productId === line.productId)) setLines([...lines, line]);
  };
  const submit = () => {
    if (lines.length === 0) return form.setRefusal('Add at least one part.');
    if (countedLines(lines).length < lines.length)
      return form.setRefusal('Enter each quantity as a whole number.');
    return void form.submit();
  };

  return (
    <form
      className="enter-order"
      aria-label="Order"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset>
        <legend>Parts</legend>
        <PartSearch onAdd={add} />
        <EntryLines lines={lines} checked={basket} onChange={setLines} />
      </fieldset>
      <fieldset>
        <legend>Deliver to</legend>
        {addresses.length > 0 && (
          <Select label="Address" {...bind('saved')}>
            {addresses.map((address) => (
              <option key={address._id} value={address._id}>
                {address.name}, {shortAddress(address)}
              </option>
            ))}
            <option value={NEW}>Another address</option>
          </Select>
        )}
        {isNew && <AddressFields bind={bind} />}
        {basket?.isDelivered === false && <Alert tone="bad">The shop does not deliver there.</Alert>}
        <div className="address-fields">
          <Input label="Phone" required type="tel" autoComplete="off" maxLength={30} {...bind('phone')} />
          {basket && basket.deliveryOffers.length > 0 && (
            <Select label="Delivery" {...bind('deliveryMethodId')}>
              <option value="">The cheapest</option>
              {basket.deliveryOffers.map(({ _id, name, price, expected }) => (
                <option key={_id} value={_id}>
                  {name}, {price === 0 ? 'free' : money(price)}, {date(expected)}
                </option>
              ))}
            </Select>
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>References</legend>
        <div className="address-fields">
          <Input label="PO number" autoComplete="off" maxLength={60} {...bind('poNumber')} />
          <Input label="VAT id" autoComplete="off" maxLength={20} {...bind('vatId')} />
          <Input
            label="External id"
            hint="What another system calls the order"
            autoComplete="off"
            maxLength={100}
            {...bind('externalId')}
          />
        </div>
        <Textarea label="Customer’s note" rows={2} maxLength={1_000} {...bind('note')} />
      </fieldset>
      {basket && lines.length > 0 && <Sums basket={basket} />}
      <FormEnd refusal={form.refusal} busy={form.busy} label="Enter the order" onCancel={onCancel} />
    </form>
  );
}

/** What it costs, at the prices of the shop. */
function Sums({ basket: { subtotal, delivery, tax, pricesIncludeTax, total } }: { basket: CheckedBasket }) {
  return (
    <dl className="enter-order__sums num" aria-label="Prices">
      <div>
        <dt>Subtotal</dt>
        <dd>{money(subtotal)}</dd>
      </div>
      {delivery && (
        <div>
          <dt>Delivery, {delivery.name}</dt>
          <dd>{money(delivery.price)}</dd>
        </div>
      )}
      {tax > 0 && (
        <div>
          <dt>{pricesIncludeTax ? 'Tax, included' : 'Tax'}</dt>
          <dd>{money(tax)}</dd>
        </div>
      )}
      <div className="enter-order__total">
        <dt>Total</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
}
