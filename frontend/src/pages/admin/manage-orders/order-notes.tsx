import { useAddOrderNoteMutation } from '../../../api/admin-api';
import type { OrderDetail } from '../../../api/types';
import { InternalNotes } from '../../../ui-admin/internal-notes';

/** Internal notes: no customer sees them. */
export function OrderNotes({ order: { _id, notes } }: { order: OrderDetail }) {
  const [add] = useAddOrderNoteMutation();
  return (
    <section className="order-part">
      <h3>Internal notes</h3>
      <InternalNotes
        notes={notes}
        add={(createOrderNoteDto, key) =>
          add({ id: _id, createOrderNoteDto, 'Idempotency-Key': key }).unwrap()
        }
        parameter="open"
      />
    </section>
  );
}
