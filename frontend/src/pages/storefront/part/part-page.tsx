import { useParams } from 'react-router-dom';
import { api, useListReviewsQuery } from '../../../api/api';
import { ONCE, type PageLoader } from '../../../lib/page-load';
import type { ProductDetail } from '../../../api/types';
import { PageTitle, useAbsoluteUrl } from '../../../ui/page-title';
import { ButtonLink } from '../../../ui/button';
import { Alert, EmptyState } from '../../../ui/feedback';
import { unavailableReason } from '../../../features/products/availability';
import { StockAlert } from './stock-alert';
import { AddToBasket } from '../../../features/products/add-to-basket';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { loadProduct, ProductLoad } from '../../../features/products/product-load';
import { ProductSheet } from '../../../features/products/product-sheet';
import { Specification } from '../../../features/products/specification';
import { ReviewGrid } from '../../../features/reviews/review-card';
import { kindPath } from '../../../features/products/kind-name';
import { breadcrumbData } from '../../../features/products/structured-data';
import { productData } from './product-data';
import '../../../ui/page-head.css';

const NEWEST = { limit: 3 };

export const loader: PageLoader = async (store, { id = '' }, _search, { refetch }) => {
  const [result] = await Promise.all([
    loadProduct(store, id, refetch),
    store.dispatch(api.endpoints.listReviews.initiate(NEWEST, ONCE)),
    store.dispatch(api.endpoints.getConfig.initiate(undefined, ONCE)),
  ]);
  return result;
};

function Part({ product }: { product: ProductDetail }) {
  const reviews = useListReviewsQuery(NEWEST);
  const closed = unavailableReason(product);
  const absolute = useAbsoluteUrl();
  const { _id, name, kind, kindLabel, img, description } = product;
  const path = `/parts/${_id}`;
  const places = [
    { name: 'All Products', to: '/parts' },
    ...(kind ? [{ name: kindLabel ?? kind, to: kindPath(kind) }] : []),
    { name, to: path },
  ];
  return (
    <>
      <PageTitle
        title={name}
        description={description}
        canonical={path}
        image={{ src: img, alt: name }}
        jsonLd={[productData(absolute, product), breadcrumbData(absolute, places)]}
      />
      <Breadcrumbs places={places} />
      <ProductSheet product={product}>
        {closed ? (
          <>
            <Alert tone="warn">{closed}</Alert>
            <StockAlert key={_id} product={product} />
          </>
        ) : (
          <>
            <ButtonLink to={`/item/${product._id}`} wide>
              Buy Now
            </ButtonLink>
            <AddToBasket product={product} wide />
          </>
        )}
      </ProductSheet>
      <Specification product={product} />
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
