import { useParams } from 'react-router-dom';
import { api, useListReviewsQuery } from '../../api/api';
import { ONCE, type PageLoad } from '../../shared/page-load';
import type { Product } from '../../api/types';
import { PageTitle } from '../../shared/page-title';
import { ButtonLink } from '../../shared/ui/button';
import { Alert, EmptyState } from '../../shared/ui/feedback';
import { unavailableReason } from '../../shared/availability';
import { loadProduct, ProductLoad } from '../common/product-load';
import { ProductSheet } from '../common/product-sheet';
import { ReviewGrid } from '../common/review-card';
import '../common/page-head.css';

const NEWEST = { limit: 3 };

export const load: PageLoad = async (store, { id = '' }) => {
  const [result] = await Promise.all([
    loadProduct(store, id),
    store.dispatch(api.endpoints.listReviews.initiate(NEWEST, ONCE)),
  ]);
  return result;
};

function Part({ product }: { product: Product }) {
  const reviews = useListReviewsQuery(NEWEST);
  const closed = unavailableReason(product);
  return (
    <>
      <PageTitle title={product.name} description={product.description.slice(0, 160)} />
      <ProductSheet product={product}>
        {closed ? (
          <Alert tone="warn">{closed}</Alert>
        ) : (
          <ButtonLink to={`/item/${product._id}`} wide>
            Buy Now
          </ButtonLink>
        )}
      </ProductSheet>
      <section className="section wrap" aria-labelledby="part-reviews">
        <div className="section__head">
          <h2 id="part-reviews">What clients say about the shop</h2>
          <ButtonLink to="/reviews" look="secondary">
            See all Reviews
          </ButtonLink>
        </div>
        {reviews.data?.length === 0 ? (
          <EmptyState title="No reviews yet" />
        ) : (
          <ReviewGrid reviews={reviews.data} error={reviews.error} retry={reviews.refetch} expect={3} />
        )}
      </section>
    </>
  );
}

/** The public page of a product; its orders are placed on `/item/:id`. */
export default function PartPage() {
  const { id = '' } = useParams();
  return <ProductLoad id={id}>{(product) => <Part product={product} />}</ProductLoad>;
}
