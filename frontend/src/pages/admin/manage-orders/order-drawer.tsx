import { useOrderToChangeQuery } from '../../../api/order-admin';
import { asApiError } from '../../../api/problem';
import type { Order } from '../../../api/types';
import { CancelLine } from '../../../features/orders/cancel-line';
import { OrderDetails } from '../../../features/orders/order-details';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import type { Neighbours } from '../../../ui-admin/side-drawer';
import { OrderActions } from './order-actions';
import { OrderParts } from './order-parts';
import { ShipmentActions } from './shipment-actions';
import './manage-orders.css';

interface OrderDrawerProps {
  id: string | undefined;
  /** As in the list, while the rest is read. */
  row: Order | undefined;
  steps: Neighbours;
  onClose: () => void;
}

/** Everything about one order, whether or not it is on the page. */
export function OrderDrawer({ id, row, steps, onClose }: OrderDrawerProps) {
  const query = useOrderToChangeQuery({ id: id ?? '' }, { skip: !id, refetchOnMountOrArgChange: true });
  const read = id ? query.currentData : undefined;
  const detail = read?.order;
  const order = detail ?? row;
  const problem = query.error === undefined || !id ? undefined : asApiError(query.error).detail;
  const state = problem ? (
    <Alert tone="bad">
      <p>{problem}</p>
      <Button look="secondary" small onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Alert>
  ) : (
    <Spinner label="Reading the order" />
  );
  return (
    <OrderDetails
      open={id !== undefined}
      order={order}
      onClose={onClose}
      steps={steps}
      actions={order && <OrderActions order={order} all />}
      renderLineActions={(line) => read && <CancelLine {...read} line={line} label="Cancel line" />}
      renderShipmentActions={(shipment) => detail && <ShipmentActions order={detail} shipment={shipment} />}
      more={detail ? <OrderParts order={detail} /> : state}
    />
  );
}
