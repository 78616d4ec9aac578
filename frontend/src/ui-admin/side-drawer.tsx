import { Drawer, type DrawerProps } from 'antd';

interface SideDrawerProps extends Pick<DrawerProps, 'classNames' | 'children'> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What closes: `Close the order`. */
  closeLabel: string;
  /** In rem, where the screen has them. */
  width?: number;
}

/** One row of a list with all that belongs to it, beside the list. */
export const SideDrawer = ({ closeLabel, width = 34, ...rest }: SideDrawerProps) => (
  <Drawer
    {...rest}
    size={`min(${width}rem, 100vw)`}
    closable={{ 'aria-label': closeLabel, placement: 'end' }}
    destroyOnHidden
  />
);
