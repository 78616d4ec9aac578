import './parts.css';
import type { ReactNode } from 'react';
import { PageTitle } from '../ui/page-title';

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="page-head">
      <PageTitle title={title} />
      <h1>{title}</h1>
      {children && <p className="muted">{children}</p>}
    </header>
  );
}
