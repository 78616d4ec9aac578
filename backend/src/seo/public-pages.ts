/** The paths of the storefront's pages that search engines are to find, besides its kinds and parts. A journey visits each. */
export const PUBLIC_PAGES = [
  '/',
  '/parts',
  '/product',
  '/reviews',
  '/business',
  '/blogs',
  '/myportfolio',
  '/legal/terms',
  '/legal/privacy',
  '/legal/storage',
] as const;

/** The list of a kind's parts, as the storefront writes its canonical link. */
export const kindPath = (kind: string): string => `/parts?${new URLSearchParams({ kind }).toString()}`;

export const partPath = (id: string): string => `/parts/${id}`;
