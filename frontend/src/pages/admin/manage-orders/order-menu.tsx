import type { Order } from '../../../api/types';
import { RowMenu } from '../../../ui-admin/row-menu';
import { notify } from '../../../ui/notify';

/** What is rarely done with an order of the list. */
export function OrderMenu({ order }: { order: Order }) {
  const { _id, number, userEmail } = order;
  const copy = () =>
    navigator.clipboard.writeText(number).then(
      () => notify('success', 'The order number is copied'),
      () => notify('info', number),
    );
  return (
    <RowMenu
      subject={`order ${number}`}
      items={[
        ...(userEmail
          ? [
              {
                key: 'customer',
                label: 'Orders of this customer',
                to: `/dashboard/manageOrders?email=${encodeURIComponent(userEmail)}`,
              },
            ]
          : []),
        { key: 'audit', label: 'Who changed it', to: `/dashboard/auditLog?entityId=${_id}` },
        { key: 'copy', label: 'Copy the order number', run: () => void copy() },
      ]}
    />
  );
}
