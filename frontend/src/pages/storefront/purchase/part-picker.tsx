import { useState } from 'react';
import { useSearchItemsQuery } from '../../../api/api';
import { MAX_SEARCH } from '../../../lib/limits';
import { useDebouncedText } from '../../../lib/use-debounced-text';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { Input } from '../../../ui/field';
import { Skeleton } from '../../../ui/skeleton';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { priceText } from '../../../features/products/pricing';

const SHOWN = 8;

/** Finds parts by the first letters of the words in their names. */
export function PartPicker({ picked, onPick }: { picked: string; onPick: (productId: string) => void }) {
  const [q, setQ] = useState('');
  const text = useDebouncedText(q, setQ);
  const { data, currentData, error, refetch } = useSearchItemsQuery({
    q: q || undefined,
    sort: 'name',
    pageSize: SHOWN,
  });
  const found = currentData ?? data;

  return (
    <section aria-labelledby="part-picker">
      <h2 id="part-picker" className="quick__title">
        Find a part
      </h2>
      <Input label="Part name" type="search" maxLength={MAX_SEARCH} autoComplete="off" {...text} />
      {error && !found && <ErrorState error={error} title="The parts could not be loaded" retry={refetch} />}
      {!found && !error && <Skeleton shape="block" />}
      {found?.items.length === 0 && <EmptyState title="No part has this name" />}
      {found && found.items.length > 0 && (
        <fieldset className="choices">
          <legend className="visually-hidden">Parts found</legend>
          {found.items.map((product) => (
            <label key={product._id} className="choice">
              <input
                type="radio"
                name="part"
                checked={picked === product._id}
                onChange={() => onPick(product._id)}
              />
              <span className="choice__name">{product.name}</span>
              <span className="num">{priceText(product)}</span>
              <AvailabilityTag availability={product.availability} />
            </label>
          ))}
        </fieldset>
      )}
      {found && found.total > SHOWN && (
        <p className="muted num">
          {found.items.length} of {found.total} parts. Type to narrow them down.
        </p>
      )}
    </section>
  );
}
