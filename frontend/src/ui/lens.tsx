/** The sign of a search. */
export const Lens = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L18 18" />
  </svg>
);
