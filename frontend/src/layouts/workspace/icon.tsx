/** A line icon of 20 × 20 units; what it means is said beside it. */
export const Icon = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
);
