import type { ReactNode } from 'react';
import type { JsonLd } from '../lib/json-ld';
import { PageTitle } from './page-title';
import './page-head.css';

interface PageHeadProps {
  /** The page's heading, and its title in the tab unless `tab` gives another. */
  title: string;
  tab?: string;
  /** One or two sentences; also the page's description for search engines, unless `description` gives another. */
  lead?: string;
  description?: string;
  /** See `PageTitle`: a page without one is kept out of search engines. */
  canonical?: string;
  jsonLd?: readonly JsonLd[];
  children?: ReactNode;
}

export function PageHead({ title, tab, lead, description, canonical, jsonLd, children }: PageHeadProps) {
  return (
    <div className="head">
      <PageTitle
        title={tab ?? title}
        description={description ?? lead}
        canonical={canonical}
        jsonLd={jsonLd}
      />
      <div className="wrap head__row">
        <div className="head__text">
          <h1>{title}</h1>
          {lead && <p className="head__lead">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
