import type { TableParams } from '../../../lib/use-table-params';

/** The reviews of a page, unless its URL asks for another number. */
export const REVIEW_PAGE_SIZE = 12;

/** The one path of a page of all reviews; undefined for a part of them, which search engines are to leave out. */
export function reviewsCanonical({ page, pageSize, ratings }: TableParams<'ratings'>): string | undefined {
  if (ratings || pageSize !== REVIEW_PAGE_SIZE) return undefined;
  return page > 1 ? `/reviews?page=${page}` : '/reviews';
}
