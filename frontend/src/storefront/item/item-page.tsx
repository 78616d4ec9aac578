import { useParams } from 'react-router-dom';
import { PageTitle } from '../../shared/page-title';
import { OrderForm } from '../common/order-form';
import { ProductLoad } from '../common/product-load';
import { ProductSheet } from '../common/product-sheet';

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
