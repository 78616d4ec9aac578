import { api, useListItemsQuery, useListReviewsQuery } from '../../../api/api';
import { ONCE, type PageLoader } from '../../../lib/page-load';
import { PageTitle, useAbsoluteUrl } from '../../../ui/page-title';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { Figures } from '../../../ui/figures';
import { Production } from '../../../features/products/production';
import { ProductGrid } from '../../../features/products/product-grid';
import { ReviewGrid } from '../../../features/reviews/review-card';
import { shopData } from '../../../features/products/structured-data';
import { Carousel } from './carousel';
import { Video } from './video';
import '../../../ui/page-head.css';
import './home.css';

/** The specification shows the first three of each. */
const FIRST = { limit: 3 };

export const loader: PageLoader = async ({ dispatch }) => {
  await Promise.all([
    dispatch(api.endpoints.listItems.initiate(FIRST, ONCE)),
    dispatch(api.endpoints.listReviews.initiate(FIRST, ONCE)),
  ]);
};

export default function HomePage() {
  const parts = useListItemsQuery(FIRST);
  const reviews = useListReviewsQuery(FIRST);
  const absolute = useAbsoluteUrl();
  return (
    <>
      <PageTitle
        title="Computer parts by the batch"
        description="Hard disks, processors, fans and coolers from the manufacturer: minimum orders, live stock and prices in sight."
        canonical="/"
        jsonLd={shopData(absolute)}
      />
      <h1 className="visually-hidden">Rapid Manufacturer: computer parts by the batch</h1>
      <Carousel />
      <div className="wrap">
        <section className="section" aria-labelledby="home-parts">
          <div className="section__head">
            <h2 id="home-parts">Parts Items</h2>
            <ButtonLink to="/parts" look="secondary">
              See all Items
            </ButtonLink>
          </div>
          <ProductGrid
            products={parts.data}
            error={parts.error}
            retry={parts.refetch}
            expect={3}
            empty={<EmptyState title="No parts yet">The first ones are on their way.</EmptyState>}
          />
        </section>

        <section className="section" aria-labelledby="home-business">
          <div className="section__head">
            <h2 id="home-business">Business Summary</h2>
            <p>Workshops, schools and server builders order from us every week, most of them again.</p>
          </div>
          <Figures />
        </section>

        <section className="section" aria-labelledby="home-reviews">
          <div className="section__head">
            <h2 id="home-reviews">Our Client Reviews</h2>
            <ButtonLink to="/reviews" look="secondary">
              See all Reviews
            </ButtonLink>
          </div>
          {reviews.data?.length === 0 ? (
            <EmptyState title="No reviews yet">Yours could be the first.</EmptyState>
          ) : (
            <ReviewGrid reviews={reviews.data} error={reviews.error} retry={reviews.refetch} expect={3} />
          )}
        </section>

        <div className="section home__pair late">
          <section aria-labelledby="home-production">
            <h2 id="home-production">Our Monthly Production</h2>
            <p className="muted">Share of each line's capacity in use this month, out of 100.</p>
            <Production />
          </section>
          <section aria-labelledby="home-video">
            <h2 id="home-video">Video Advertisement</h2>
            <p className="muted">A short look at how a part is made. It loads when you play it.</p>
            <Video />
          </section>
        </div>
      </div>
    </>
  );
}
