import { lazyForm } from '../../../ui/lazy-form';

/** What not every list of parts shows. */

export const { Form: Filtered, fetch: fetchFiltered } = lazyForm(
  async () => (await import('./filtered')).Filtered,
  '',
);

export const { Form: SpecFilters, fetch: fetchSpecFilters } = lazyForm(
  async () => (await import('./spec-filters')).SpecFilters,
  'Loading the filters',
);

export const { Form: NoParts, fetch: fetchNoParts } = lazyForm(
  async () => (await import('./no-parts')).NoParts,
  '',
);
