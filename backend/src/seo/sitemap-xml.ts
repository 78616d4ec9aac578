import { escapeMarkup } from '../common/escape-markup.js';

/** A URL of the shop and, where it is known, when its page last changed. */
export interface SitemapEntry {
  url: string;
  changedAt?: Date;
}

const document = (root: string) => ({
  begin: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
  end: `</${root}>\n`,
});
/** https://www.sitemaps.org/protocol.html: the pages, and the list of several sitemaps. */
export const URL_SET = document('urlset');
export const SITEMAP_INDEX = document('sitemapindex');

export const urlXml = ({ url, changedAt }: SitemapEntry): string =>
  `<url><loc>${escapeMarkup(url)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`;

export const sitemapXml = (url: string): string => `<sitemap><loc>${escapeMarkup(url)}</loc></sitemap>\n`;
