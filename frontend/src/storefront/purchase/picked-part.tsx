import { Link } from 'react-router-dom';
import type { Product } from '../../api/types';
import { money } from '../../shared/format';
import { Picture } from '../../shared/ui/picture';
import { AvailabilityTag } from '../common/availability';

export function PickedPart({ product }: { product: Product }) {
  const { _id, name, img, price, availability } = product;
  return (
    <div className="picked">
      <Picture src={img} alt="" sizes="7rem" className="picked__picture" />
      <div>
        <h2 className="picked__name">
          <Link to={`/parts/${_id}`}>{name}</Link>
        </h2>
        <p className="num">{money(price)} a unit</p>
        <AvailabilityTag availability={availability} />
      </div>
    </div>
  );
}
