import { Link } from 'react-router-dom';
import { useListOwnStockAlertsQuery, useStopOwnStockAlertMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import type { OwnStockAlert } from '../../../api/types';
import { count } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { ErrorState, Tag } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/spinner';

/** The parts of which somebody is told when they are back in stock. */
export function OwnAlerts() {
  const { data, error, refetch } = useListOwnStockAlertsQuery();
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Spinner label="Loading the parts you wait for" />;
  if (data.alerts.length === 0)
    return (
      <p className="muted">
        None. The page of a part that is sold out can tell you when it is back in stock.
      </p>
    );
  return (
    <ul className="own-alerts">
      {data.alerts.map((alert) => (
        <Alert key={alert._id} alert={alert} />
      ))}
    </ul>
  );
}

function Alert({ alert: { _id, productId, productName, units, state } }: { alert: OwnStockAlert }) {
  const [stop, { isLoading }] = useStopOwnStockAlertMutation();
  const stopNow = () =>
    stop({ id: _id })
      .unwrap()
      .then(
        () => notify('success', `You are not mailed about ${productName} any more`),
        (problem: unknown) => notify('error', asApiError(problem).detail),
      );
  return (
    <li className="own-alerts__item">
      <span>
        <span className="num">{count(units)}</span> × <Link to={`/parts/${productId}`}>{productName}</Link>{' '}
        {state === 'notified' && <Tag tone="ok">Back in stock</Tag>}
      </span>
      <Button
        look="secondary"
        small
        busy={isLoading}
        aria-label={`Stop: ${productName}`}
        onClick={() => void stopNow()}
      >
        Stop
      </Button>
    </li>
  );
}
