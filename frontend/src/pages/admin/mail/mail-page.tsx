import { Link } from 'react-router-dom';
import { useListFailedMailsQuery } from '../../../api/admin-api';
import { MailItem } from '../../../features/mail/mail-item';
import { LIVE } from '../../../lists/use-list';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';

/** The mails that need an admin. */
export default function MailPage() {
  const { data, error, refetch } = useListFailedMailsQuery(undefined, LIVE);
  return (
    <>
      <PageHead
        title="Mail"
        lead="Mails of the last seven days that could not be sent. Those that wait are tried again by themselves; one that the mail server refuses is not."
      />
      {error && !data ? (
        <ErrorState error={error} retry={refetch} />
      ) : !data ? (
        <Spinner label="Reading the mails" />
      ) : data.mails.length === 0 ? (
        <EmptyState title={data.isConfigured ? 'Every mail was sent' : 'No mail server is configured'}>
          {data.isConfigured
            ? 'The mails about an order are shown with it.'
            : 'The shop sends no mail until SMTP_URL is set.'}
        </EmptyState>
      ) : (
        <section className="dash-panel" aria-label="Mails that could not be sent">
          <ul className="mail-list">
            {data.mails.map((mail) => (
              <MailItem key={mail._id} mail={mail} canSend={data.isConfigured}>
                {mail.orderId === undefined ? (
                  mail.label && <span>{mail.label}</span>
                ) : (
                  <Link to={`/dashboard/manageOrders?open=${mail.orderId}`}>Order {mail.label}</Link>
                )}
              </MailItem>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
