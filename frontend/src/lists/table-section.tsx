import type { ReactNode } from 'react';
import './rows';

interface TableSectionProps {
  title: string;
  /** One or two sentences below the title. */
  lead: string;
  /** A button beside the title. */
  action?: ReactNode;
  /** The table, or what is there instead. */
  children: ReactNode;
}

/** A part of a page that has several tables: its title, what it is for, and its rows. */
export const TableSection = ({ title, lead, action, children }: TableSectionProps) => (
  <section className="table-section data-table">
    <div className="table-section__head">
      <h2>{title}</h2>
      {action}
    </div>
    <p className="muted">{lead}</p>
    {children}
  </section>
);
