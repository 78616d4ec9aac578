import type { ReactNode } from 'react';
import '../../ui-admin/parts.css';

interface FactProps {
  name: string;
  /** Lines as they were typed. */
  isText?: boolean;
  children: ReactNode;
}

/** A row of a `data-facts` list. */
export const Fact = ({ name, isText, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={isText ? 'order-text' : 'num'}>{children}</dd>
  </div>
);
