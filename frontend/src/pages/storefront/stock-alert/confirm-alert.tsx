import { useConfirmStockAlertMutation, useGetAlertToConfirmQuery } from '../../../api/account-api';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { LinkPage, Outcome, Refusal, Wanted } from './link-page';

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
          <EmptyState
            title="One more step"
            action={
              <Button busy={isLoading} onClick={() => void confirm({ token })}>
                Yes, tell me
              </Button>
            }
          >
            Shall we write to you when <Wanted alert={alert} /> can be ordered?
            {error !== undefined && <Refusal error={error} />}
          </EmptyState>
        );
      }}
    </LinkPage>
  );
}
