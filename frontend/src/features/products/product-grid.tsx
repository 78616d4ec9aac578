import type { ReactNode } from 'react';
import type { Product } from '../../api/types';
import { ErrorState } from '../../ui/feedback';
import { ProductCard, ProductCardSkeleton } from './product-card';

interface ProductGridProps {
  products?: readonly Product[];
  error?: unknown;
  retry: () => unknown;
  /** Cards to reserve space for while loading. */
  expect: number;
  empty: ReactNode;
  /** How many images are visible at first. */
  eager?: number;
}

/** Three columns on large screens, one on small; every state of the load. */
export function ProductGrid({ products, error, retry, expect, empty, eager = 0 }: ProductGridProps) {
  if (error && !products)
    return <ErrorState error={error} title="The parts could not be loaded" retry={retry} />;
  if (!products)
    return (
      <div className="cards" role="status" aria-label="Loading parts">
        {Array.from({ length: expect }, (_, index) => (
          <ProductCardSkeleton key={index} />
        ))}
      </div>
    );
  if (products.length === 0) return empty;
  return (
    <ul className="cards">
      {products.map((product, index) => (
        <li key={product._id} className="late">
          <ProductCard product={product} eager={index < eager} first={index === 0 && eager > 0} />
        </li>
      ))}
    </ul>
  );
}
