import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/page-title';
import './page-head.css';

interface PageHeadProps {
  /** The page's heading, and its title in the tab unless `tab` gives another. */
  title: string;
  tab?: string;
  /** One or two sentences; also the page's description for search engines. */
  lead?: string;
  children?: ReactNode;
}

export function PageHead({ title, tab, lead, children }: PageHeadProps) {
  return (
    <div className="head">
      <PageTitle title={tab ?? title} description={lead} />
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
