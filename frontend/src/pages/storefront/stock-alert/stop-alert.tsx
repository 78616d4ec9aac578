import { useGetAlertToStopQuery, useStopStockAlertMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { LinkPage, Outcome, Wanted } from './link-page';

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
          <div className="alert-page__ask">
            <p>
              You are to be told when <Wanted alert={alert} /> can be ordered.
            </p>
            {error !== undefined && <Alert tone="bad">{asApiError(error).detail}</Alert>}
            <Button busy={isLoading} onClick={() => void stop({ token })}>
              Stop this alert
            </Button>
          </div>
        )
      }
    </LinkPage>
  );
}
