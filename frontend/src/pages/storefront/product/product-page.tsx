import { Link } from 'react-router-dom';
import { newProductsApi, useNewProductsQuery } from '../../../api/new-products';
import { ONCE, type PageLoader } from '../../../lib/page-load';
import { count, date } from '../../../lib/format';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { ProductImage } from '../../../features/products/product-image';
import { Skeleton } from '../../../ui/skeleton';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { canOrder } from '../../../features/products/availability';
import { orderableUnits, priceText } from '../../../features/products/pricing';
import { PageHead } from '../../../ui/page-head';
import './product.css';

const NEWEST = { limit: 60 };

export const loader: PageLoader = async ({ dispatch }) => {
  await dispatch(newProductsApi.endpoints.newProducts.initiate(NEWEST, ONCE));
};

export default function ProductPage() {
  const { data, error, refetch } = useNewProductsQuery(NEWEST);
  return (
    <>
      <PageHead
        title="New products"
        lead="The latest from our lines, newest first."
        description="The computer parts that came off our lines last, newest first, with unit price and available quantity."
        canonical="/product"
      />
      <div className="wrap">
        {error && !data && (
          <ErrorState error={error} title="The products could not be loaded" retry={refetch} />
        )}
        {!data && !error && (
          <div className="waiting" role="status" aria-label="Loading new products">
            <Skeleton shape="block" />
          </div>
        )}
        {data?.items.length === 0 && (
          <EmptyState title="No products yet">The first ones are on their way.</EmptyState>
        )}
        {data && data.items.length > 0 && (
          <>
            <p className="news__count num">
              <strong>{count(data.total)}</strong> {data.total === 1 ? 'new product' : 'new products'}
              {data.total > data.items.length && (
                <>
                  {' · '}
                  the newest {count(data.items.length)} are below, and <Link to="/parts">all are here</Link>
                </>
              )}
            </p>
            <ul className="news">
              {data.items.map((product) => {
                const { _id, name, img, availability, createdAt } = product;
                return (
                  <li key={_id} className="news__item">
                    <ProductImage src={img} alt="" sizes="8rem" className="news__image" />
                    <div className="news__text">
                      <h2 className="news__name">
                        <Link to={`/parts/${_id}`}>{name}</Link>
                      </h2>
                      <p className="muted num">Since {date(createdAt)}</p>
                    </div>
                    <p className="news__price num">{priceText(product)}</p>
                    <p className="news__stock num">
                      <AvailabilityTag availability={availability} />
                      <span className="muted">{count(orderableUnits(product))} available</span>
                    </p>
                    <ButtonLink
                      to={`/item/${_id}`}
                      small
                      look={canOrder({ availability }) ? 'primary' : 'secondary'}
                      aria-label={`Buy Now: ${name}`}
                    >
                      Buy Now
                    </ButtonLink>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
