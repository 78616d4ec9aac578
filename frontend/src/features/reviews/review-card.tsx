import { useState } from 'react';
import type { Review } from '../../api/types';
import { date } from '../../lib/format';
import { ErrorState } from '../../ui/feedback';
import { Skeleton } from '../../ui/skeleton';
import { initialsOf } from './initials';
import { Stars } from './stars';
import './review-card.css';

function Avatar({ name, img }: Pick<Review, 'name' | 'img'>) {
  const [broken, setBroken] = useState(false);
  if (!img || broken)
    return (
      <span className="avatar" aria-hidden="true">
        {initialsOf(name)}
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
  const { ratings, comments, name, img, createdAt, verifiedBuyer, reply } = review;
  return (
    <figure className="review">
      <Stars value={ratings} />
      <blockquote className="review__text">{comments}</blockquote>
      {reply && <ShopReply reply={reply} />}
      <figcaption className="review__author">
        <Avatar name={name} img={img} />
        <span>
          <strong>{name}</strong>
          <time className="muted" dateTime={createdAt}>
            {date(createdAt)}
          </time>
          {verifiedBuyer && <VerifiedBuyer />}
        </span>
      </figcaption>
    </figure>
  );
}

function ShopReply({ reply: { text, at } }: { reply: NonNullable<Review['reply']> }) {
  return (
    <div className="review__reply">
      <p className="review__reply-head">
        <strong>Reply of the shop</strong>{' '}
        <time className="muted" dateTime={at}>
          {date(at)}
        </time>
      </p>
      <p className="review__text">{text}</p>
    </div>
  );
}

/** They had paid an order when they wrote it. */
function VerifiedBuyer() {
  return (
    <span className="review__verified">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 10.5l4 4 8-9" />
      </svg>
      Verified buyer
    </span>
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
        <li key={review._id} className="late">
          <ReviewCard review={review} />
        </li>
      ))}
    </ul>
  );
}
