const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';

/** One star, filled or in outline. */
export function Star({ on }: { on: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className="star" aria-hidden="true">
      <path className={on ? 'star__on' : undefined} d={STAR} />
    </svg>
  );
}

/** A rating of 0 to 5 whole stars, read-only. */
export function Stars({ value }: { value: number | string }) {
  const count = Math.min(5, Math.max(0, Math.round(Number(value)) || 0));
  return (
    <span className="stars" role="img" aria-label={`${count} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} on={star <= count} />
      ))}
    </span>
  );
}
