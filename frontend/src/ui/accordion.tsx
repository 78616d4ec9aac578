import type { ReactNode } from 'react';

export interface AccordionItem {
  id: string;
  title: string;
  body: ReactNode;
}

/** Native disclosure: works with the keyboard, in find-in-page, and before any script has run. */
export function Accordion({ items, name }: { items: AccordionItem[]; name: string }) {
  return (
    <div className="accordion">
      {items.map(({ id, title, body }, index) => (
        <details className="accordion__item" key={id} id={id} name={name} open={index === 0}>
          <summary>{title}</summary>
          <div className="accordion__body">{body}</div>
        </details>
      ))}
    </div>
  );
}
