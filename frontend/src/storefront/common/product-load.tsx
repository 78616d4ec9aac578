import type { ReactNode } from 'react';
import { api, useGetItemQuery } from '../../api/api';
import { asApiError } from '../../api/problem';
import type { Product } from '../../api/types';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { ONCE, type PageResult, type PageStore } from '../../shared/page-load';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState, ErrorState } from '../../shared/ui/feedback';
import { Spinner } from '../../shared/ui/spinner';
import { PageTitle } from '../../shared/page-title';
import { GonePart, similarTo } from './gone-part';

/** Statuses of the API for a product that is not there, and what its page is served with. */
const MISSING: Record<number, PageResult['status']> = { 400: 404, 404: 404, 410: 410 };

/** Fetches a product for its page; of one that was taken off sale, those beside which it stood. */
export async function loadProduct({ dispatch }: PageStore, id: string): Promise<PageResult> {
  const { error } = await dispatch(api.endpoints.getItem.initiate({ id }, ONCE));
  if (!error) return { status: 200 };
  const { status, kind } = asApiError(error);
  if (status === 410) await dispatch(api.endpoints.searchItems.initiate(similarTo(kind), ONCE));
  return { status: MISSING[status] ?? 200 };
}

/** Fetches a product anew and shows it, or what is wrong: removed, never there, or not to be had now. */
export function ProductLoad({ id, children }: { id: string; children: (product: Product) => ReactNode }) {
  const { currentData, error, refetch } = useGetItemQuery(
    { id },
    { refetchOnMountOrArgChange: useHydrated() },
  );
  if (error && asApiError(error).status === 410) return <GonePart kind={asApiError(error).kind} />;
  if (error && asApiError(error).status in MISSING)
    return (
      <div className="wrap section">
        <PageTitle title="Part not found" />
        <EmptyState
          as="h1"
          title="This part is not in the catalogue"
          action={<ButtonLink to="/parts">See all parts</ButtonLink>}
        >
          The link may not be complete.
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
