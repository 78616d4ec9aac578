import type { ReactNode } from 'react';
import { api, useGetItemQuery } from '../../api/api';
import { asApiError, type ApiError } from '../../api/problem';
import type { ProductDetail } from '../../api/types';
import { useHydrated } from '../../lib/use-hydrated';
import { ONCE, type PageResult, type PageStore } from '../../lib/page-load';
import { ButtonLink } from '../../ui/button';
import { EmptyState, ErrorState } from '../../ui/feedback';
import { Waiting } from '../../ui/waiting';
import { PageTitle } from '../../ui/page-title';
import { preloadImage, SHEET_IMAGE_SIZES } from './product-image';
import { GonePart, similarTo } from './gone-part';

/** What the page is served with; 410 for a product that was taken off sale. */
const statusOf = ({ status, code }: ApiError): PageResult['status'] => {
  if (code === 'gone') return 410;
  return status === 400 || status === 404 ? 404 : 200;
};

/** Fetches a product for its page; of one that was taken off sale, those beside which it stood. */
export async function loadProduct(
  { dispatch }: PageStore,
  id: string,
  refetch: boolean,
): Promise<PageResult> {
  const { data, error } = await dispatch(
    api.endpoints.getItem.initiate({ id }, { ...ONCE, forceRefetch: refetch }),
  );
  if (data) preloadImage(data.img, SHEET_IMAGE_SIZES);
  if (!error) return { status: 200 };
  const problem = asApiError(error);
  const status = statusOf(problem);
  if (status === 410) await dispatch(api.endpoints.searchItems.initiate(similarTo(problem.kind), ONCE));
  return { status };
}

/** So old is what the page's loader has just fetched, at most. */
const LOADED_SECONDS = 5;

/** Fetches a product again and shows it, or what is wrong: removed, never there, or not to be had now. */
export function ProductLoad({
  id,
  children,
}: {
  id: string;
  children: (product: ProductDetail) => ReactNode;
}) {
  const { currentData, error, refetch } = useGetItemQuery(
    { id },
    { refetchOnMountOrArgChange: useHydrated() && LOADED_SECONDS },
  );
  const missing = error && statusOf(asApiError(error));
  if (missing === 410) return <GonePart kind={asApiError(error).kind} />;
  if (missing === 404)
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
  return <Waiting label="Loading the part" />;
}
