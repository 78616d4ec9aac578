import { Link } from 'react-router-dom';
import type { BasketLineDto, BasketProblemDto } from '../../../api/generated-account';
import { fixedLine } from '../../../features/basket/fixes';
import type { BasketLine } from '../../../features/basket/merge';
import { useUnits } from '../../../features/basket/use-units';
import { QuantityField } from '../../../features/orders/quantity-field';
import { strandedUnits } from '../../../features/products/leftover';
import { nextBreak, orderableUnits, totalAt, unitPriceAt } from '../../../features/products/pricing';
import { ProductImage } from '../../../features/products/product-image';
import { count, money } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Skeleton } from '../../../ui/skeleton';

interface LineRowProps {
  line: BasketLine;
  /** What was found of it; undefined until a new one is checked. */
  checked: BasketLineDto | undefined;
  onQuantity: (units: number) => void;
  /** Changes the line; undefined takes it out. */
  onChange: (by: (line: BasketLine) => BasketLine | undefined) => void;
  onRemove: (name: string) => void;
}

const UNKNOWN = 'A part that the shop does not know';

const fixLabel = ({ fix, is, orderQuantity }: BasketProblemDto): string => {
  if (fix === 'remove') return 'Remove';
  return fix === 'accept-price' ? `Accept ${money(is ?? 0)}` : `Order ${count(orderQuantity ?? 0)}`;
};

/** A part in the basket: what it is, how many, what it costs, and what puts it right. */
export function LineRow({ line, checked, onQuantity, onChange, onRemove }: LineRowProps) {
  const { productId, orderQuantity } = line;
  const units = useUnits(orderQuantity, onQuantity);
  if (!checked)
    return (
      <li className="basket-line">
        <Skeleton shape="block" />
      </li>
    );
  const { product, img } = checked;
  const name = checked.name || UNKNOWN;
  // what was found of another quantity says nothing of this one, but a price does
  const problems = checked.problems.filter(
    ({ code }) =>
      checked.orderQuantity === orderQuantity ||
      code === 'price-changed' ||
      code === 'not-sold' ||
      code === 'sold-out',
  );
  const isSold = product !== undefined && !problems.some(({ fix }) => fix === 'remove');
  const isFine = isSold && problems.length === 0 && checked.orderQuantity === orderQuantity;
  const next = isFine ? nextBreak(product, orderQuantity) : undefined;
  const stranded = isFine ? strandedUnits(orderQuantity, product) : 0;
  return (
    <li className="basket-line">
      <article className="basket-line__row" aria-label={name}>
        <ProductImage src={img} alt="" sizes="6rem" className="basket-line__image" />
        <div className="basket-line__what">
          <h3 className="basket-line__name">
            {product ? <Link to={`/parts/${productId}`}>{name}</Link> : name}
          </h3>
          {product?.sku && <p className="muted basket-line__sku">{product.sku}</p>}
          {product && <p className="num">{money(unitPriceAt(product, orderQuantity))} a unit</p>}
        </div>
        {isSold && (
          <div className="basket-line__quantity">
            <QuantityField
              label={
                <>
                  Quantity <span className="visually-hidden">of {name}</span>
                </>
              }
              limits={product}
              units={units.typed}
              required={false}
              onStep={units.change}
              {...units.bind}
            />
          </div>
        )}
        <p className="basket-line__total num">
          <span className="visually-hidden">Total </span>
          {product ? money(totalAt(product, orderQuantity)) : '–'}
        </p>
        <Button
          className="basket-line__remove"
          look="quiet"
          small
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(name)}
        >
          Remove
        </Button>
        {(problems.length > 0 || next || stranded > 0) && (
          <div className="basket-line__notes">
            {problems.map((problem) => (
              <Alert key={problem.code} tone="warn">
                <div className="basket-line__note">
                  <p>{problem.message}</p>
                  <Button
                    look="secondary"
                    small
                    aria-label={`${fixLabel(problem)}: ${name}`}
                    onClick={() =>
                      problem.fix === 'remove'
                        ? onRemove(name)
                        : onChange((each) => fixedLine(each, problem, product))
                    }
                  >
                    {fixLabel(problem)}
                  </Button>
                </div>
              </Alert>
            ))}
            {product && next && next.from <= orderableUnits(product) && (
              <p className="basket-line__note num">
                {count(next.more)} more and all cost {money(next.price)} each.{' '}
                <Button
                  look="secondary"
                  small
                  aria-label={`Order ${count(next.from)}: ${name}`}
                  onClick={() => onQuantity(next.from)}
                >
                  Order {count(next.from)}
                </Button>
              </p>
            )}
            {product && stranded > 0 && (
              <Alert tone="info">
                <div className="basket-line__note">
                  <p>
                    This would leave {count(stranded)} {stranded === 1 ? 'unit' : 'units'}, fewer than the
                    minimum order of {count(product.minimumOQ)}.
                  </p>
                  <Button
                    look="secondary"
                    small
                    aria-label={`Take all ${count(orderableUnits(product))}: ${name}`}
                    onClick={() => onQuantity(orderableUnits(product))}
                  >
                    Take all {count(orderableUnits(product))}
                  </Button>
                </div>
              </Alert>
            )}
          </div>
        )}
      </article>
    </li>
  );
}
