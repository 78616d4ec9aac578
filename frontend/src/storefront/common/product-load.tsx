import type { ReactNode } from 'react';
import { useGetItemQuery } from '../../api/api';
import { asApiError } from '../../api/problem';
import type { Product } from '../../api/types';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState, ErrorState } from '../../shared/ui/feedback';
import { Spinner } from '../../shared/ui/spinner';
import { PageTitle } from '../../shared/page-title';

/** Fetches a product anew and shows it, or what is wrong: removed, never there, or not to be had now. */
export function ProductLoad({ id, children }: { id: string; children: (product: Product) => ReactNode }) {
  const { currentData, error, refetch } = useGetItemQuery({ id }, { refetchOnMountOrArgChange: true });
  if (error && [400, 404].includes(asApiError(error).status))
    return (
      <div className="wrap section">
        <PageTitle title="Part not found" />
        <EmptyState
          as="h1"
          title="This part is not in the catalogue"
          action={<ButtonLink to="/parts">See all parts</ButtonLink>}
        >
          It may have been taken out of production, or the link is not complete.
        </EmptyState>
      </div>
    );
  if (currentData) return children(currentData);
  if (error)
    return (
      <div className="wrap section">
        <ErrorState error={error} title="The part could not be loaded" retry={refetch} />
      </div>
    );
  return (
    <div className="waiting">
      <Spinner label="Loading the part" />
    </div>
  );
}
