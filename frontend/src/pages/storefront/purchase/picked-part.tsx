import { Link } from 'react-router-dom';
import type { Product } from '../../../api/types';
import { money } from '../../../lib/format';
import { ProductImage } from '../../../features/products/product-image';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { PriceTable } from '../../../features/products/price-table';

export function PickedPart({ product }: { product: Product }) {
  const { _id, name, img, price, availability } = product;
  return (
    <>
      <div className="picked">
        <ProductImage src={img} alt="" sizes="7rem" className="picked__image" />
        <div>
          <h2 className="picked__name">
            <Link to={`/parts/${_id}`}>{name}</Link>
          </h2>
          <p className="num">{money(price)} a unit</p>
          <AvailabilityTag availability={availability} />
        </div>
      </div>
      <PriceTable product={product} />
    </>
  );
}
