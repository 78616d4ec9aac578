import { useState } from 'react';
import type { Review } from '../../api/types';
import { date } from '../../shared/format';
import { ErrorState } from '../../shared/ui/feedback';
import { Skeleton } from '../../shared/ui/skeleton';
import { Stars } from '../../shared/ui/stars';
import './review-card.css';

function Avatar({ name, img }: Pick<Review, 'name' | 'img'>) {
  const [broken, setBroken] = useState(false);
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
  if (!img || broken)
    return (
      <span className="avatar" aria-hidden="true">
        {initials}
      </span>
    );
  return (
    <img
      className="avatar"
      src={img}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** A review with its own author's name and photo. */
export function ReviewCard({ review }: { review: Review }) {
  const { ratings, comments, name, img, createdAt } = review;
  return (
    <figure className="review">
      <Stars value={ratings} />
      <blockquote className="review__text">{comments}</blockquote>
      <figcaption className="review__author">
        <Avatar name={name} img={img} />
        <span>
          <strong>{name}</strong>
          <time className="muted" dateTime={createdAt}>
            {date(createdAt)}
          </time>
        </span>
      </figcaption>
    </figure>
  );
}

interface ReviewGridProps {
  reviews?: readonly Review[];
  error?: unknown;
  retry: () => unknown;
  expect: number;
}

export function ReviewGrid({ reviews, error, retry, expect }: ReviewGridProps) {
  if (error && !reviews)
    return <ErrorState error={error} title="The reviews could not be loaded" retry={retry} />;
  if (!reviews)
    return (
      <div className="reviews" role="status" aria-label="Loading reviews">
        {Array.from({ length: expect }, (_, index) => (
          <div className="review" key={index}>
            <Skeleton shape="short" />
            <Skeleton shape="block" />
            <Skeleton shape="short" />
          </div>
        ))}
      </div>
    );
  return (
    <ul className="reviews">
      {reviews.map((review) => (
        <li key={review._id}>
          <ReviewCard review={review} />
        </li>
      ))}
    </ul>
  );
}
