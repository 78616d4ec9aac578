import { Skeleton } from '../ui/skeleton';
import './rows';

interface TableSkeletonProps {
  label: string;
  /** As many as are expected, so that nothing moves when they are there. */
  rows?: number;
}

export function TableSkeleton({ label, rows = 6 }: TableSkeletonProps) {
  return (
    <div className="data-table__skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <Skeleton shape="short" />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
