import { useGetAlertToStopQuery, useStopStockAlertMutation } from '../../../api/account-api';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { LinkPage, Outcome, Refusal, Wanted } from './link-page';

/** Where somebody ends an alert, by a button as well. */
export function StopAlert({ token }: { token: string }) {
  const query = useGetAlertToStopQuery({ token }, { refetchOnMountOrArgChange: true });
  const [stop, { isSuccess, error, isLoading }] = useStopStockAlertMutation();
  return (
    <LinkPage title="Stop An Alert" query={query}>
      {(alert) =>
        isSuccess ? (
          <Outcome title="Your alert is stopped" alert={alert}>
            We write to you about this part no more, and have erased your address from its list.
          </Outcome>
        ) : (
          <EmptyState
            title="Stop this alert?"
            action={
              <Button busy={isLoading} onClick={() => void stop({ token })}>
                Stop this alert
              </Button>
            }
          >
            You are to be told when <Wanted alert={alert} /> can be ordered.
            {error !== undefined && <Refusal error={error} />}
          </EmptyState>
        )
      }
    </LinkPage>
  );
}
