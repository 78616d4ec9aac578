import type { ReactNode } from 'react';
import type { JsonLd } from '../lib/json-ld';
import { PageTitle } from './page-title';
import './page-head.css';

interface PageHeadProps {
  /** The page's heading, and its title in the tab unless `tab` gives another. */
  title: string;
  tab?: string;
  /** One or two sentences below the heading; a text is also the page's description, unless `description` gives another. */
  lead?: ReactNode;
  description?: string;
  /** See `PageTitle`: a page without one is kept out of search engines. */
  canonical?: string;
  noindex?: boolean;
  jsonLd?: readonly JsonLd[];
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

/** The head of a page: a strip across the shop's pages, plain within the dashboard and the workspace. */
export function PageHead({
  title,
  tab,
  lead,
  description,
  canonical,
  noindex,
  jsonLd,
  children,
}: PageHeadProps) {
  return (
    <header className="head">
      <PageTitle
        title={tab ?? title}
        description={description ?? (typeof lead === 'string' ? lead : undefined)}
        canonical={canonical}
        noindex={noindex}
        jsonLd={jsonLd}
      />
      <div className="wrap head__row">
        <div className="head__text">
          <h1>{title}</h1>
          {lead && <p className="head__lead">{lead}</p>}
        </div>
        {children && <div className="head__actions">{children}</div>}
      </div>
    </header>
  );
}
