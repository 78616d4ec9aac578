import { createContext, useContext } from 'react';
import { scriptText, type JsonLd } from '../lib/json-ld';

/**
 * The shop's public origin, without a slash at the end; '' where none is configured. The server decides it and hands it to
 * the browser with the page: an address bar, like a Host header, can name any host.
 */
export const ShopOrigin = createContext('');

/** A path of this origin as an absolute URL; URLs stay as they are. */
export function useAbsoluteUrl(): (path: string) => string {
  const origin = useContext(ShopOrigin);
  return (path) => (path.startsWith('/') ? origin + path : path);
}

const SHOP = 'Rapid Manufacturer';
/** What a shared link shows of a page without an image of its own. */
const SHOP_IMAGE = {
  src: '/share.jpg',
  alt: 'Robot arms placing parts on motherboards along an assembly line',
};
/** What search engines show of a description. */
const DESCRIPTION_LENGTH = 160;

/** The first sentences of a text, cut at a word where it is too long for a description. */
export function excerpt(text: string, length = DESCRIPTION_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length + 1);
  const at = cut.lastIndexOf(' ');
  return `${line.slice(0, at > 0 ? at : length).replace(/[\s,;:.]+$/, '')}…`;
}

interface PageTitleProps {
  title: string;
  description?: string;
  /**
   * The page's one path, with the parameters that make it another page (page, kind) and without those that only arrange it
   * (sort). A page that gives none is kept out of search engines.
   */
  canonical?: string;
  /** Keeps out of search engines also a page that names another as its canonical one. */
  noindex?: boolean;
  /** What a shared link shows: a path of this origin or an https URL. */
  image?: { src: string; alt: string };
  /** What the page shows, for search engines. */
  jsonLd?: readonly JsonLd[];
}

/** All that a page says about itself. React puts it into the document's head, in the browser and on the server. */
export function PageTitle({
  title,
  description,
  canonical,
  noindex = canonical === undefined,
  image = SHOP_IMAGE,
  jsonLd,
}: PageTitleProps) {
  const origin = useContext(ShopOrigin);
  const absolute = useAbsoluteUrl();
  const about = description && excerpt(description);
  return (
    <>
      <title>{`${title} · ${SHOP}`}</title>
      {about && <meta name="description" content={about} />}
      {noindex && <meta name="robots" content="noindex" />}
      {canonical !== undefined && (
        <>
          <link rel="canonical" href={absolute(canonical)} />
          <meta property="og:site_name" content={SHOP} />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title} />
          {about && <meta property="og:description" content={about} />}
          {/* a link or an image without an origin means nothing to whoever shows a shared link */}
          {origin && <meta property="og:url" content={absolute(canonical)} />}
          {(origin || !image.src.startsWith('/')) && (
            <>
              <meta property="og:image" content={absolute(image.src)} />
              <meta property="og:image:alt" content={image.alt} />
            </>
          )}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {jsonLd && (
        // a data block: no policy counts it as a script
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(jsonLd) }} />
      )}
    </>
  );
}
