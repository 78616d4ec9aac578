type Shape = 'line' | 'short' | 'image' | 'block';

export function Skeleton({ shape = 'line' }: { shape?: Shape }) {
  const line = shape === 'short' ? 'skeleton--line skeleton--short' : `skeleton--${shape}`;
  return <span className={`skeleton ${line}`} aria-hidden="true" />;
}
