import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import './parts.css';

/** The rows before and after the open one, as far as the page has them. */
export interface Neighbours {
  previous?: () => void;
  next?: () => void;
}

interface SideDrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What closes: `Close the order`. */
  closeLabel: string;
  /** In rem, where the screen has them. */
  width?: number;
  /** Leads through the rows of the page. */
  steps?: Neighbours;
  /** Its actions, always in sight. */
  footer?: ReactNode;
  children: ReactNode;
}

/** One row of a list with all that belongs to it, beside the list. */
export const SideDrawer = ({ closeLabel, width = 34, steps, footer, ...rest }: SideDrawerProps) => (
  <Drawer
    {...rest}
    size={`min(${width}rem, 100vw)`}
    closable={{ 'aria-label': closeLabel, placement: 'end' }}
    extra={
      steps && (
        <span className="side-drawer__steps">
          <Button
            look="quiet"
            small
            aria-label="Previous row"
            disabled={!steps.previous}
            onClick={steps.previous}
          >
            ‹
          </Button>
          <Button look="quiet" small aria-label="Next row" disabled={!steps.next} onClick={steps.next}>
            ›
          </Button>
        </span>
      )
    }
    footer={footer && <div className="side-drawer__actions">{footer}</div>}
    rootClassName="side-drawer"
    classNames={{ body: 'side-drawer__body' }}
    destroyOnHidden
  />
);
