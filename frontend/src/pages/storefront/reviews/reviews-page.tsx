import { api, useSearchReviewsQuery } from '../../../api/api';
import { ONCE, type PageLoader } from '../../../lib/page-load';
import { readTableParams, useTableParams, type TableParams } from '../../../lib/use-table-params';
import { useAbsoluteUrl } from '../../../ui/page-title';
import { useSessionState } from '../../../features/session/use-session';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { Select } from '../../../ui/field';
import { Pager } from '../../../ui/pager';
import { ResultCount, useListStart } from '../../../ui/result-count';
import { PageHead } from '../../../ui/page-head';
import { ReviewGrid } from '../../../features/reviews/review-card';
import { breadcrumbData } from '../../../features/products/structured-data';
import { shopReviewsData } from './reviews-data';
import { REVIEW_PAGE_SIZE, reviewsCanonical } from './canonical';
import './reviews.css';

const NAMES = ['ratings'] as const;
const LIST = { filters: NAMES, pageSize: REVIEW_PAGE_SIZE, sort: 'newest' };
const STARS = [5, 4, 3, 2, 1];

const searchArg = ({ page, pageSize, ratings, sort }: TableParams<(typeof NAMES)[number]>) => ({
  page,
  pageSize,
  ratings: STARS.find((star) => String(star) === ratings),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
});

export const loader: PageLoader = async ({ dispatch }, _params, search) => {
  await dispatch(api.endpoints.searchReviews.initiate(searchArg(readTableParams(search, LIST)), ONCE));
};

export default function ReviewsPage() {
  const table = useTableParams(LIST);
  const { ref: startRef, go: goToStart } = useListStart();
  const { status } = useSessionState();
  const { page, ratings, sort } = table.params;
  const { data, currentData, error, isFetching, refetch } = useSearchReviewsQuery(searchArg(table.params));
  const shown = error && !currentData ? undefined : (currentData ?? data);
  const absolute = useAbsoluteUrl();
  const canonical = shown?.items.length === 0 ? undefined : reviewsCanonical(table.params);

  return (
    <>
      <PageHead
        title="Client reviews"
        tab={page > 1 ? `Client reviews, page ${page}` : undefined}
        lead="What people who ordered from us say, in their own words and stars."
        canonical={canonical}
        jsonLd={
          canonical && shown && shown.items.length > 0
            ? [
                shopReviewsData(absolute, shown.items),
                breadcrumbData(absolute, [{ name: 'Client reviews', to: '/reviews' }]),
              ]
            : undefined
        }
      >
        {status === 'signed-in' && <ButtonLink to="/dashboard/addReview">Add a review</ButtonLink>}
      </PageHead>
      <div className="wrap">
        <div className="review-filters">
          <Select
            label="Stars"
            value={ratings ?? ''}
            onChange={(event) => table.set({ ratings: event.target.value })}
          >
            <option value="">All</option>
            {STARS.map((star) => (
              <option key={star} value={star}>
                {star} {star === 1 ? 'star' : 'stars'}
              </option>
            ))}
          </Select>
          <Select label="Sort by" value={sort} onChange={(event) => table.set({ sort: event.target.value })}>
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </Select>
        </div>
        <h2 className="visually-hidden">Reviews</h2>
        {!(error && !shown) && <ResultCount shown={shown} noun="reviews" ref={startRef} />}
        <div aria-busy={isFetching}>
          {shown?.items.length === 0 ? (
            <EmptyState
              title="No reviews here"
              action={
                (table.filtered || page > 1) && (
                  <ButtonLink
                    look="secondary"
                    to={table.link({ ratings: undefined })}
                    preventScrollReset
                    onClick={goToStart}
                  >
                    Show all reviews
                  </ButtonLink>
                )
              }
            />
          ) : (
            <ReviewGrid reviews={shown?.items} error={error} retry={refetch} expect={12} />
          )}
        </div>
        {shown && shown.items.length > 0 && (
          <Pager {...shown} link={(to) => table.link({ page: String(to) })} onTurn={goToStart} />
        )}
      </div>
    </>
  );
}
