/** A bar out of 100 with its name and figure in sight. */
export function Progress({ label, value }: { label: string; value: number }) {
  return (
    <div className="progress">
      <span>{label}</span>
      <span className="num" aria-hidden="true">
        {value}%
      </span>
      <progress value={value} max={100} aria-label={label} />
    </div>
  );
}
