import { useConfirmStockAlertMutation, useGetAlertToConfirmQuery } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { LinkPage, Outcome, Wanted } from './link-page';

/** Where the owner of an address confirms an alert. By a button: programs that look through mails open their links. */
export function ConfirmAlert({ token }: { token: string }) {
  const query = useGetAlertToConfirmQuery({ token }, { refetchOnMountOrArgChange: true });
  const [confirm, { data: confirmed, error, isLoading }] = useConfirmStockAlertMutation();
  return (
    <LinkPage title="Tell Me When It Is Back" query={query}>
      {(alert) => {
        if (confirmed)
          return (
            <Outcome title="Your alert is confirmed" alert={confirmed}>
              We write to you when <Wanted alert={confirmed} /> can be ordered.
            </Outcome>
          );
        if (alert.isConfirmed)
          return (
            <Outcome title="Your alert is confirmed already" alert={alert}>
              {alert.state === 'notified'
                ? 'We have written to you that the part is back.'
                : 'We write to you when the part can be ordered.'}
            </Outcome>
          );
        return (
          <div className="alert-page__ask">
            <p>
              Shall we write to you when <Wanted alert={alert} /> can be ordered?
            </p>
            {error !== undefined && <Alert tone="bad">{asApiError(error).detail}</Alert>}
            <Button busy={isLoading} onClick={() => void confirm({ token })}>
              Yes, tell me
            </Button>
          </div>
        );
      }}
    </LinkPage>
  );
}
