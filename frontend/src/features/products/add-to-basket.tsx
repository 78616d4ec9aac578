import { useDispatch } from 'react-redux';
import type { Product } from '../../api/types';
import { Button, type ButtonLook } from '../../ui/button';
import { unavailableReason } from './availability';

/** Puts the minimum order of a part into the basket, whose code it fetches. */
export function AddToBasket({ product, ...look }: ButtonLook & { product: Product }) {
  const dispatch = useDispatch();
  const closed = unavailableReason(product);
  return (
    <Button
      look="secondary"
      {...look}
      aria-label={`Add to basket: ${product.name}`}
      disabled={closed !== undefined}
      title={closed}
      onClick={() => void import('../basket/add-part').then(({ addPart }) => addPart(dispatch, product))}
    >
      Add to basket
    </Button>
  );
}
