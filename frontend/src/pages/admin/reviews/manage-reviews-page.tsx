import { useSearchManagedReviewsQuery } from '../../../api/admin-api';
import { NewRows } from '../../../features/attention/attention';
import { ListPage } from '../../../lists/list-page';
import { showsNewest } from '../../../lists/list-url';
import { LIVE, useList } from '../../../lists/use-list';
import { EmptyState } from '../../../ui/feedback';
import { ReviewDrawer } from './review-drawer';
import { reviewList } from './review-list';

export default function ManageReviewsPage() {
  const table = useList(reviewList);
  const query = useSearchManagedReviewsQuery(table.arg, LIVE);
  return (
    <ListPage
      list={reviewList}
      table={table}
      query={query}
      title="Manage Reviews"
      intro="Open a review to reply as the shop, or to hide it from customers."
      empty={
        <EmptyState title="No reviews yet">Reviews appear here as soon as customers write them.</EmptyState>
      }
      renderDrawer={({ id, close, steps }) => <ReviewDrawer id={id} steps={steps} onClose={close} />}
    >
      {showsNewest(table.state) && <NewRows list="reviews" query={query} one="review" many="reviews" />}
    </ListPage>
  );
}
