import type { TableParams } from '../../../lib/use-table-params';
import { kindPath } from '../../../features/products/kind-name';
import type { PartFilter } from './search-arg';

/** The parts of a page, unless its URL asks for another number. */
export const PART_PAGE_SIZE = 12;

/** What a list of parts says about itself, by its parameters in the URL. */
export interface AboutParts {
  /** The title in the tab. */
  tab: string;
  /** For search engines, where it is not that of all parts. */
  description?: string;
  /** The list's one path; undefined for searches and filters, which search engines are to leave out. */
  canonical?: string;
  /** Where the list is, from the home page. */
  path: { name: string; to: string }[];
}

/** Only the kind and the page make it another list: a sort shows the same parts in another order. */
export function aboutParts(params: TableParams<PartFilter>, labelOf: (kind: string) => string): AboutParts {
  const { kind, page, pageSize, sort: _sort, ...filters } = params;
  const url = new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) });
  const search = url.size > 0 ? `?${url}` : '';
  const path = [{ name: 'All Products', to: '/parts' }];
  const label = kind && labelOf(kind);
  if (kind && label) path.push({ name: label, to: kindPath(kind) });
  const isPlain = Object.keys(filters).length === 0 && pageSize === PART_PAGE_SIZE;
  return {
    tab: [label || 'All Products', page > 1 && `page ${page}`].filter(Boolean).join(', '),
    ...(label && {
      description: `All ${label} from our own lines, each with its unit price, minimum order and what is on the shelf right now.`,
    }),
    ...(isPlain && { canonical: `/parts${search}` }),
    path,
  };
}
