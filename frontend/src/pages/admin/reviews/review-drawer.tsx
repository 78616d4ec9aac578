import { useReviewToModerateQuery, type ReadReview } from '../../../api/review-admin';
import { SideDrawer, type Neighbours } from '../../../ui-admin/side-drawer';
import { Time } from '../../../ui-admin/time';
import { ErrorState, Tag } from '../../../ui/feedback';
import { ButtonLink } from '../../../ui/button';
import { Skeleton } from '../../../ui/skeleton';
import { Stars } from '../../../features/reviews/stars';
import { HideReview, ShowReview } from './hide-review';
import { ReplyForm } from './reply-form';
import '../../../ui-admin/parts.css';
import './reviews.css';

interface ReviewDrawerProps {
  /** None closes the drawer. */
  id: string | undefined;
  steps: Neighbours;
  onClose: () => void;
}

export function ReviewDrawer({ id, steps, onClose }: ReviewDrawerProps) {
  return (
    <SideDrawer
      open={id !== undefined}
      onClose={onClose}
      steps={steps}
      title="Review"
      closeLabel="Close the review"
    >
      {id !== undefined && <Loaded id={id} />}
    </SideDrawer>
  );
}

function Loaded({ id }: { id: string }) {
  const { currentData, error, refetch } = useReviewToModerateQuery(id, { refetchOnMountOrArgChange: true });
  if (currentData) return <ReviewDetails key={id} read={currentData} />;
  if (error) return <ErrorState error={error} title="This review could not be loaded" retry={refetch} />;
  return (
    <div role="status" aria-label="Loading the review">
      <Skeleton shape="short" />
      <Skeleton shape="block" />
    </div>
  );
}

function ReviewDetails({ read }: { read: ReadReview }) {
  const { review } = read;
  const { _id, ratings, comments, name, authorEmail, createdAt, verifiedBuyer, hidden, hiddenReason } =
    review;
  return (
    <div className="moderated">
      <div className="cell-row">
        <Stars value={ratings} />
        {hidden && <Tag tone="bad">Hidden</Tag>}
        {verifiedBuyer && <Tag tone="ok">Verified buyer</Tag>}
      </div>
      <blockquote className="moderated__text">{comments}</blockquote>
      <dl className="data-facts">
        <div>
          <dt>Author</dt>
          <dd>
            {name}
            {authorEmail && (
              <>
                <br />
                {authorEmail}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        {hidden && (
          <div>
            <dt>Hidden because</dt>
            <dd>{hiddenReason}</dd>
          </div>
        )}
        {review.reply && (
          <div>
            <dt>Replied</dt>
            <dd>
              <Time at={review.reply.at} />
            </dd>
          </div>
        )}
      </dl>
      <ReplyForm read={read} />
      <div className="cell-row moderated__actions">
        {hidden ? <ShowReview read={read} /> : <HideReview read={read} />}
        {authorEmail && (
          <ButtonLink look="quiet" small to={`/dashboard/manageOrders?q=${encodeURIComponent(authorEmail)}`}>
            Orders of the author
          </ButtonLink>
        )}
        <ButtonLink look="quiet" small to={`/dashboard/auditLog?entityId=${_id}`}>
          Who changed it
        </ButtonLink>
      </div>
    </div>
  );
}
