import { Link } from 'react-router-dom';
import type { Product } from '../../api/types';
import { count } from '../../lib/format';
import { ButtonLink } from '../../ui/button';
import { ProductImage, type ProductImageProps } from './product-image';
import { Skeleton } from '../../ui/skeleton';
import { AvailabilityTag } from './availability-tag';
import { AddToBasket } from './add-to-basket';
import { canOrder } from './availability';
import { orderableUnits, priceText } from './pricing';
import './product-card.css';

const SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 48vw, 100vw';

/** A part as the specification's cards show it; the whole offer is in sight before a click. */
interface ProductCardProps extends Pick<ProductImageProps, 'eager' | 'first'> {
  product: Product;
}

export function ProductCard({ product, ...visible }: ProductCardProps) {
  const { _id, name, img, minimumOQ, description, kindLabel = 'Part', highlights, availability } = product;
  return (
    <article className="card">
      <Link to={`/parts/${_id}`} className="card__image" tabIndex={-1} aria-hidden="true">
        <ProductImage src={img} alt="" sizes={SIZES} {...visible} />
      </Link>
      <div className="card__body">
        <p className="card__kind">{kindLabel}</p>
        <h3 className="card__name">
          <Link to={`/parts/${_id}`}>{name}</Link>
        </h3>
        <p className="card__about">{description}</p>
        {highlights && (
          <dl className="card__specs num">
            {highlights.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        <dl className="card__facts num">
          <div>
            <dt>Minimum order</dt>
            <dd>{count(minimumOQ)}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{count(orderableUnits(product))}</dd>
          </div>
        </dl>
        <div className="card__offer">
          <p className="card__price num">
            {priceText(product)} <span>a unit</span>
          </p>
          <AvailabilityTag availability={availability} />
        </div>
        <div className="card__buttons">
          <ButtonLink
            to={`/item/${_id}`}
            look={canOrder(product) ? 'primary' : 'secondary'}
            aria-label={`Buy Now: ${name}`}
          >
            Buy Now
          </ButtonLink>
          <AddToBasket product={product} />
        </div>
      </div>
    </article>
  );
}

export function ProductCardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <Skeleton shape="image" />
      <div className="card__body">
        <Skeleton shape="short" />
        <Skeleton />
        <Skeleton />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
