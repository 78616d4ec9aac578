import { useListOrderMailsQuery } from '../../../api/admin-api';
import type { OrderDetail } from '../../../api/types';
import { MailItem } from '../../../features/mail/mail-item';
import { ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';

/** The mails about an order, as they were sent. */
export function OrderMails({ order: { _id, customer } }: { order: OrderDetail }) {
  const { data, error, refetch } = useListOrderMailsQuery({ id: _id }, { refetchOnMountOrArgChange: true });
  return (
    <section className="order-part" aria-labelledby="order-mails">
      <h3 id="order-mails">Mail</h3>
      {customer.email === undefined && (
        <p className="muted">The account is removed, so there is no address to send to.</p>
      )}
      {data?.isConfigured === false && (
        <p className="muted">No mail server is configured: the shop sends no mail.</p>
      )}
      {error && !data ? (
        <ErrorState error={error} retry={refetch} />
      ) : !data ? (
        <Spinner label="Reading the mails" />
      ) : data.mails.length === 0 ? (
        <p className="muted">No mail was sent about this order.</p>
      ) : (
        <ul className="mail-list">
          {data.mails.map((mail) => (
            <MailItem key={mail._id} mail={mail} canSend={data.isConfigured} />
          ))}
        </ul>
      )}
    </section>
  );
}
