import { api, useSearchReviewsQuery } from '../../api/api';
import { ONCE, type PageLoad } from '../../shared/page-load';
import { readTableParams, useTableParams, type TableParams } from '../../shared/hooks/use-table-params';
import { useAbsoluteUrl } from '../../shared/page-title';
import { useSessionState } from '../../shared/session/use-session';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { Select } from '../../shared/ui/field';
import { Pager } from '../../shared/ui/pager';
import { ResultCount, useListStart } from '../../shared/ui/result-count';
import { PageHead } from '../common/page-head';
import { ReviewGrid } from '../common/review-card';
import { breadcrumbData } from '../common/structured-data';
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

export const load: PageLoad = async ({ dispatch }, _params, search) => {
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
                  <ButtonLink look="secondary" to={table.link({ ratings: undefined })} onClick={goToStart}>
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
