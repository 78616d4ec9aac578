import type { TableParams } from '../../../lib/use-table-params';
import { kindPath } from '../../../features/products/kind-name';
import type { FilterTag } from './filter-tags';
import type { PartFilter } from './search-arg';

/** The parts of a page, unless its URL asks for another number. */
export const PART_PAGE_SIZE = 12;

/** What a list of parts says about itself, by its parameters in the URL. */
export interface AboutParts {
  /** The title in the tab. */
  tab: string;
  /** For search engines, where it is not that of all parts. */
  description?: string;
  /** The path of the list that search engines are to know; undefined where there is none. */
  canonical?: string;
  /** Search engines are to leave it out, although there is a list to name instead. */
  isLeftOut: boolean;
  /** Where the list is, from the home page. */
  path: { name: string; to: string }[];
}

/**
 * Only the kind, one of its specifications and the page make it another list: a sort shows the same parts in another order,
 * and combinations of filters are too many.
 *
 * @param tags the filters in effect
 */
export function aboutParts(
  params: TableParams<PartFilter>,
  labelOf: (kind: string) => string,
  tags: readonly FilterTag[],
): AboutParts {
  const { kind, spec, page, pageSize, sort: _sort, ...filters } = params;
  const specTags = tags.filter(({ key }) => key);
  const { q, availability, minPrice, maxPrice } = filters;
  const set = specTags.length + [q, availability, minPrice ?? maxPrice].filter(Boolean).length;
  const url = new URLSearchParams({
    ...(kind && { kind }),
    ...(kind && spec && { spec }),
    ...(page > 1 && { page: String(page) }),
  });
  const search = url.size > 0 ? `?${url}` : '';
  const path = [{ name: 'All Products', to: '/parts' }];
  const label = kind && labelOf(kind);
  if (kind && label) path.push({ name: label, to: kindPath(kind) });
  const isLeftOut = set > 1 && kind !== undefined;
  const isPlain = Object.keys(filters).length === 0 && set < 2 && pageSize === PART_PAGE_SIZE;
  const own = [label || 'All Products', ...specTags.map((tag) => `${tag.label}: ${tag.value}`)];
  return {
    tab: [...own, page > 1 && `page ${page}`].filter(Boolean).join(', '),
    ...(label && {
      description: `All ${own.join(', ')} from our own lines, each with its unit price, minimum order and what is on the shelf right now.`,
    }),
    ...(isPlain && { canonical: `/parts${search}` }),
    ...(isLeftOut && { canonical: kindPath(kind) }),
    isLeftOut,
    path,
  };
}
