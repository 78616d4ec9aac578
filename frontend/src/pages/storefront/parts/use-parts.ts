import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { api, useCountItemsQuery, useSearchItemsQuery } from '../../../api/api';
import type { FacetsDto as Facets, SpecFacetDto as SpecFacet } from '../../../api/generated';
import { asApiError } from '../../../api/problem';
import { ONCE, type PageStore } from '../../../lib/page-load';
import type { TableParams } from '../../../lib/use-table-params';
import { facetArg, searchArg, type PartFilter } from './search-arg';
import { readSpec } from '../../../features/kinds/spec-filter';

type Params = TableParams<PartFilter>;

/** Whether the server does not take the filters by specifications: some are unknown, or there are none now. */
const isSpecRefused = ({ spec }: Params, error: unknown): boolean =>
  Boolean(spec) && [400, 422].includes(asApiError(error).status);

/** The filters by specifications that are in effect, normalised; those that the kind does not have are dropped. */
const specOf = ({ kind, spec }: Params, specs: readonly SpecFacet[] | undefined) =>
  readSpec(spec, kind ? specs : []);

/** The requests of `useParts`. */
export async function loadParts({ dispatch }: PageStore, params: Params) {
  const count = (arg: ReturnType<typeof facetArg>) => dispatch(api.endpoints.countItems.initiate(arg, ONCE));
  const find = (arg: ReturnType<typeof searchArg>) => dispatch(api.endpoints.searchItems.initiate(arg, ONCE));
  const [asked] = await Promise.all([count(facetArg(params)), find(searchArg(params))]);
  const known = isSpecRefused(params, asked.error) ? await count(facetArg(params, '')) : asked;
  const specs = known.data?.specs;
  const { spec } = specOf(params, specs);
  // what is the same as before is there already
  const [, found] = await Promise.all([count(facetArg(params, spec)), find(searchArg(params, specs, spec))]);
  return found.data;
}

/** The list of an address, and what it can be filtered by. */
export function useParts(params: Params) {
  const { kind } = params;
  const asked = useCountItemsQuery(facetArg(params));
  const isRefused = isSpecRefused(params, asked.error);
  const bare = useCountItemsQuery(isRefused ? facetArg(params, '') : skipToken);
  const known = asked.currentData ?? bare.currentData;
  // those of the list before stay until the next ones are there, unless they are of another kind
  const [kept, keep] = useState<{ kind?: string; facets: Facets }>();
  if (known && (known !== kept?.facets || kind !== kept.kind)) keep({ kind, facets: known });
  const specs = (known ?? (kept?.kind === kind ? kept?.facets : undefined))?.specs;

  const { spec, choices, dropped } = specOf(params, specs);
  const isReady = !isRefused || specs !== undefined || bare.isError;
  const counted = useCountItemsQuery(isReady ? facetArg(params, spec) : skipToken);
  const found = useSearchItemsQuery(isReady ? searchArg(params, specs, spec) : skipToken);
  const facets = counted.currentData ?? known ?? kept?.facets;
  return {
    found,
    facets: counted.error ? undefined : facets,
    specs: counted.currentData?.specs ?? specs,
    /** The filters by specifications in effect, as text and by keys. */
    spec,
    choices,
    /** Those of the address that are not; they cannot be had at all while the catalogue is not counted. */
    dropped,
    isCounted: known?.isCounted !== false,
  };
}
