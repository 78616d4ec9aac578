import { useParams } from 'react-router-dom';
import { PageTitle } from '../../../ui/page-title';
import { OrderForm } from '../../../features/orders/lazy-order-form';
import { ProductLoad } from '../../../features/products/product-load';
import { ProductSheet } from '../../../features/products/product-sheet';

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
