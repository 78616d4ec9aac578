import type { ReactNode } from 'react';
import { type ReadOrder, useOrderToChangeQuery } from '../../../api/order-admin';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { keepFocusNear } from '../../../ui-admin/confirm-action';
import { ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';

interface OrderDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  width?: number;
  id: string;
  children: (read: ReadOrder) => ReactNode;
}

/** A dialog about an order, which is read for it where no drawer has. What opened it may be gone when it closes. */
export const OrderDialog = ({ id, children, ...dialog }: OrderDialogProps) => (
  <AdminDialog
    {...dialog}
    afterClose={() => keepFocusNear(document.querySelector<HTMLElement>('.side-drawer'))}
  >
    <Read id={id}>{children}</Read>
  </AdminDialog>
);

function Read({ id, children }: Pick<OrderDialogProps, 'id' | 'children'>) {
  const { data, error, refetch } = useOrderToChangeQuery({ id });
  if (data) return children(data);
  return error ? <ErrorState error={error} retry={refetch} /> : <Spinner label="Reading the order" />;
}
