import { useParams } from 'react-router-dom';
import type { PageLoader } from '../../../lib/page-load';
import { PageTitle } from '../../../ui/page-title';
import { fetchOrderForm, OrderForm } from '../../../features/orders/lazy-order-form';
import { loadProduct, ProductLoad } from '../../../features/products/product-load';
import { ProductSheet } from '../../../features/products/product-sheet';

export const loader: PageLoader = (store, { id = '' }, _search, { refetch }) =>
  loadProduct(store, id, refetch);

export { fetchOrderForm as fetchForm };

/** The protected purchase page. */
export default function ItemPage() {
  const { id = '' } = useParams();
  return (
    <ProductLoad id={id}>
      {(product) => (
        <>
          <PageTitle title={`Buy ${product.name}`} />
          <ProductSheet product={product}>
            <OrderForm key={product._id} product={product} />
          </ProductSheet>
        </>
      )}
    </ProductLoad>
  );
}
