/** Work of unknown length. The label is for screen readers; `inline` sits inside a button, which has its own. */
export function Spinner({ label = 'Loading', inline }: { label?: string; inline?: boolean }) {
  if (inline) return <span className="spinner spinner--inline" aria-hidden="true" />;
  return (
    <div className="spinner" role="status">
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
