import type { CheckedBasket } from '../../../api/types';
import { date, money } from '../../../lib/format';
import { Input, Textarea } from '../../../ui/field';
import { Skeleton } from '../../../ui/skeleton';
import { Choice } from './choice';
import type { StepProps } from './address-step';

interface DeliveryStepProps extends StepProps {
  /** As it was checked for the address; undefined until it was. */
  basket: CheckedBasket | undefined;
}

const priceText = (price: number): string => (price === 0 ? 'Free' : money(price));

/** How it goes, and what the customer has to say about it. */
export function DeliveryStep({ values, set, bind, basket }: DeliveryStepProps) {
  return (
    <section className="checkout__panel" aria-labelledby="checkout-delivery">
      <h2 id="checkout-delivery">2. Delivery</h2>
      {basket ? (
        <Offers basket={basket} chosen={values.deliveryMethodId} set={set} />
      ) : (
        <Skeleton shape="block" />
      )}
      <div className="address-fields">
        <Input
          label="PO number"
          hint="Your own number of the order; it is on the receipt"
          autoComplete="off"
          maxLength={60}
          {...bind('poNumber')}
        />
      </div>
      <Textarea label="Note" hint="What we should know" rows={2} maxLength={1_000} {...bind('note')} />
    </section>
  );
}

interface OffersProps extends Pick<StepProps, 'set'> {
  basket: CheckedBasket;
  chosen: string;
}

function Offers({ basket: { deliveryOffers, delivery, isDelivered }, chosen, set }: OffersProps) {
  if (!isDelivered) return <p className="muted">Choose another address to see how it can be delivered.</p>;
  if (deliveryOffers.length === 0) return <p className="muted">Delivery is included.</p>;
  // one that does not go to another address is replaced by the one whose price is in the total
  const current = deliveryOffers.some(({ _id }) => _id === chosen) ? chosen : delivery?._id;
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">Delivery method</legend>
      {deliveryOffers.map(({ _id, name, price, freeFrom, expected }) => (
        <Choice
          key={_id}
          name="deliveryMethodId"
          value={_id}
          checked={current === _id}
          onChoose={(id) => set('deliveryMethodId', id)}
        >
          <span className="checkout__stack">
            <strong>{name}</strong>
            <span>Expected {date(expected)}</span>
            {price > 0 && freeFrom !== undefined && (
              <span className="muted">Free from {money(freeFrom)}</span>
            )}
          </span>
          <span className="choice__price num">{priceText(price)}</span>
        </Choice>
      ))}
    </fieldset>
  );
}
