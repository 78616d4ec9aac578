import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { api, useCountItemsQuery, useGetKindQuery, useSearchItemsQuery } from '../../../api/api';
import type { FacetsDto as Facets, KindDto as Kind } from '../../../api/generated';
import { asApiError } from '../../../api/problem';
import { filterableSpecs } from '../../../features/kinds/filterable-specs';
import { readSpec } from '../../../features/kinds/spec-filter';
import { ONCE, type PageStore } from '../../../lib/page-load';
import type { TableParams } from '../../../lib/use-table-params';
import { facetArg, searchArg, type PartFilter } from './search-arg';

type Params = TableParams<PartFilter>;

/** The kind whose specifications the address filters by. */
const filteredKind = ({ kind, spec }: Params) => (kind && spec ? { slug: kind } : undefined);

/** The filters by specifications that are in effect, normalised; those that the kind does not have are dropped. */
function specOf(params: Params, { data, error }: { data?: Kind; error?: unknown } = {}) {
  // what the kind has cannot be known now
  if (error && asApiError(error).status !== 404) return readSpec(params.spec);
  return readSpec(params.spec, data ? filterableSpecs(data) : []);
}

/** Whether the server does not take the filters by specifications: nothing is counted now, or a number is out of bounds. */
const isSpecRefused = (spec: string, error: unknown) =>
  Boolean(spec) && [400, 422].includes(asApiError(error).status);

/** The requests of `useParts`. */
export async function loadParts({ dispatch }: PageStore, params: Params) {
  const count = (arg: ReturnType<typeof facetArg>) => dispatch(api.endpoints.countItems.initiate(arg, ONCE));
  const filtered = filteredKind(params);
  const { spec } = specOf(
    params,
    filtered && (await dispatch(api.endpoints.getKind.initiate(filtered, ONCE))),
  );
  const find = (arg: ReturnType<typeof searchArg>) => dispatch(api.endpoints.searchItems.initiate(arg, ONCE));
  const [asked, found] = await Promise.all([
    count(facetArg(params, spec)),
    find(searchArg(params, undefined, spec)),
  ]);
  const isWithout = isSpecRefused(spec, asked.error);
  const known = isWithout ? await count(facetArg(params, '')) : asked;
  // what is the same as before is there already
  return (await find(searchArg(params, known.data?.specs, isWithout ? '' : spec))).data ?? found.data;
}

/** The list of an address, and what it can be filtered by. */
export function useParts(params: Params) {
  const { kind } = params;
  const { currentData, error, isUninitialized } = useGetKindQuery(filteredKind(params) ?? skipToken);
  const isRead = isUninitialized || currentData !== undefined || error !== undefined;
  const read = isRead ? specOf(params, { data: currentData, error }) : readSpec(params.spec);
  const asked = useCountItemsQuery(isRead ? facetArg(params, read.spec) : skipToken);
  const isWithout = isSpecRefused(read.spec, asked.error);
  const bare = useCountItemsQuery(isWithout ? facetArg(params, '') : skipToken);
  const known = isWithout ? bare.currentData : asked.currentData;
  // those of the list before stay until the next ones are there, unless they are of another kind
  const [kept, keep] = useState<{ kind?: string; facets: Facets }>();
  if (known && (known !== kept?.facets || kind !== kept.kind)) keep({ kind, facets: known });
  const specs = (known ?? (kept?.kind === kind ? kept?.facets : undefined))?.specs;

  const { spec, choices, dropped } = isWithout ? readSpec(params.spec, []) : read;
  const found = useSearchItemsQuery(isRead ? searchArg(params, specs, spec) : skipToken);
  return {
    found,
    facets: asked.error && !isWithout ? undefined : (known ?? kept?.facets),
    specs,
    /** The filters by specifications in effect, as text and by keys. */
    spec,
    choices,
    /** Those of the address that are not; they cannot be had at all while the catalogue is not counted. */
    dropped,
    isCounted: known?.isCounted !== false,
  };
}
