import type { BasketDto, DeliveryOfferDto } from '../../../api/generated-account';
import { date, money } from '../../../lib/format';
import { Button, ButtonLink } from '../../../ui/button';

interface AmountsProps {
  basket: BasketDto;
  isChecking: boolean;
  /** Lines with problems. */
  toFix: number;
  deliveryMethodId: string | undefined;
  onMethod: (id: string) => void;
}

const priceText = ({ price }: DeliveryOfferDto): string => (price === 0 ? 'Free' : money(price));

/** Why the basket cannot be checked out now. */
function closedReason({ lines }: BasketDto, isChecking: boolean, toFix: number): string | undefined {
  if (toFix > 0) return toFix === 1 ? '1 part needs a change first.' : `${toFix} parts need a change first.`;
  return isChecking || lines.length === 0 ? 'The basket is being checked.' : undefined;
}

/** What the basket would cost, with the choice of delivery, and the way on. */
export function Amounts({ basket, isChecking, toFix, deliveryMethodId, onMethod }: AmountsProps) {
  const { subtotal, deliveryOffers, delivery, tax, taxRate, pricesIncludeTax, total } = basket;
  const closed = closedReason(basket, isChecking, toFix);
  return (
    <section className="basket__amounts" aria-labelledby="basket-amounts" aria-busy={isChecking}>
      <h2 id="basket-amounts">Summary</h2>
      {deliveryOffers.length > 1 && (
        <fieldset className="basket__offers">
          <legend>Delivery</legend>
          {deliveryOffers.map((offer) => (
            <label key={offer._id} className="basket__offer">
              <input
                type="radio"
                name="delivery"
                checked={offer._id === delivery?._id}
                onChange={() => onMethod(offer._id)}
              />
              <span>
                {offer.name}
                <span className="muted basket__expected">Expected {date(offer.expected)}</span>
              </span>
              <span className="num">{priceText(offer)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <dl className="basket__sums num">
        <div>
          <dt>Subtotal</dt>
          <dd>{money(subtotal)}</dd>
        </div>
        {delivery && (
          <div>
            <dt>
              Delivery, {delivery.name}
              {deliveryOffers.length === 1 && (
                <span className="muted basket__expected">Expected {date(delivery.expected)}</span>
              )}
            </dt>
            <dd>{priceText(delivery)}</dd>
          </div>
        )}
        {taxRate > 0 && (
          <div>
            <dt>{pricesIncludeTax ? `Tax, included (${taxRate} %)` : `Tax (${taxRate} %)`}</dt>
            <dd>{money(tax)}</dd>
          </div>
        )}
        <div className="basket__total">
          <dt>Total</dt>
          <dd aria-live="polite">{money(total)}</dd>
        </div>
      </dl>
      <p className="muted basket__hint">
        Estimated for the shop’s own country. Your address decides on delivery and tax at checkout.
      </p>
      {closed === undefined ? (
        <ButtonLink to="/checkout" state={{ deliveryMethodId }} wide>
          Check out
        </ButtonLink>
      ) : (
        <>
          <Button wide disabled aria-describedby="basket-closed">
            Check out
          </Button>
          <p id="basket-closed" className="muted basket__hint">
            {closed}
          </p>
        </>
      )}
    </section>
  );
}
