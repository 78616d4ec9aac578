import { Skeleton } from '../ui/skeleton';
import './table.css';

const ROWS = [1, 2, 3, 4, 5, 6];

export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className="data-table__skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton shape="short" />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
