/**
 * What crawlers may read: the storefront, and the images that it shows. Pages that are nothing to find, such as searches and
 * the login, say so themselves (`noindex`), which a crawler only sees when it may read them.
 */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /api/images/',
    'Disallow: /api/',
    'Disallow: /dashboard',
    ...(publicUrl ? ['', `Sitemap: ${publicUrl}/sitemap.xml`] : []),
    '',
  ].join('\n');
