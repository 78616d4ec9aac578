import { useSearchItemsQuery } from '../../api/api';
import type { SearchItemsApiArg } from '../../api/types';
import { PageTitle } from '../../ui/page-title';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/feedback';
import { kindPath } from './kind-name';
import { ProductGrid } from './product-grid';
import '../../ui/page-head.css';

/** The newest parts of a kind, or of all where none is known. */
export const similarTo = (kind: string | undefined): SearchItemsApiArg => ({
  kind,
  page: 1,
  pageSize: 3,
  sort: 'newest',
});

/** What stands in place of a part that was taken off sale: others of its kind. */
export function GonePart({ kind }: { kind?: string }) {
  const { data, error, refetch } = useSearchItemsQuery(similarTo(kind));
  return (
    <div className="wrap">
      <PageTitle title="No longer made" description="This part is no longer made." />
      <div className="section">
        <EmptyState
          as="h1"
          title="This part is no longer made"
          action={<ButtonLink to="/parts">See all parts</ButtonLink>}
        >
          It was taken out of production and cannot be ordered any more. Orders already placed are not
          affected.
        </EmptyState>
      </div>
      {data?.items.length !== 0 && (
        <section className="section" aria-labelledby="similar-parts">
          <div className="section__head">
            <h2 id="similar-parts">
              {kind ? `Other parts of its kind: ${data?.items[0]?.kindLabel ?? kind}` : 'The newest parts'}
            </h2>
            {kind && (
              <ButtonLink to={kindPath(kind)} look="secondary">
                See all of them
              </ButtonLink>
            )}
          </div>
          <ProductGrid products={data?.items} error={error} retry={refetch} expect={3} empty={null} />
        </section>
      )}
    </div>
  );
}
