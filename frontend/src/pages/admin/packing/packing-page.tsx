import { skipToken } from '@reduxjs/toolkit/query';
import { Link, useSearchParams } from 'react-router-dom';
import { useGetPackingListQuery } from '../../../api/admin-api';
import type { PackingListDto } from '../../../api/generated-admin';
import { changedSearch } from '../../../lib/changed-search';
import { count } from '../../../lib/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert, EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { PackingSlip } from './packing-slip';
import { PickList } from './pick-list';
import { picksOf } from './picks';
import './packing.css';

const VIEWS = { slips: 'Packing slips', picks: 'Pick list' } as const;
const ORDERS = '/dashboard/manageOrders';

/** What is to be packed of the orders in the address: a slip for each, or a list of all their parts. To be printed. */
export default function PackingPage() {
  const [search] = useSearchParams();
  const ids = search.get('ids');
  const view = search.get('view') === 'picks' ? 'picks' : 'slips';
  const other = view === 'slips' ? 'picks' : 'slips';
  const { data, error, refetch } = useGetPackingListQuery(ids ? { ids } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <div className="packing">
      <PageHead title={VIEWS[view]} lead={data && leadOf(data)}>
        {data && data.slips.length > 0 && <Button onClick={() => print()}>Print</Button>}
        {ids && (
          <ButtonLink
            look="secondary"
            replace
            to={{ search: String(changedSearch(String(search), { view: other })) }}
          >
            {VIEWS[other]}
          </ButtonLink>
        )}
      </PageHead>
      {!ids ? (
        <EmptyState title="No orders are selected" action={<ButtonLink to={ORDERS}>All orders</ButtonLink>}>
          Select orders in the list, up to 100, and print what is to be packed of them.
        </EmptyState>
      ) : data ? (
        <>
          <LeftOut left={data.left} />
          {data.slips.length === 0 ? (
            <EmptyState title="Nothing is to be packed" />
          ) : view === 'picks' ? (
            <PickList picks={picksOf(data.slips)} />
          ) : (
            data.slips.map((slip) => <PackingSlip key={slip._id} slip={slip} />)
          )}
        </>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Reading what is to be packed" />
      )}
    </div>
  );
}

const orders = (number: number): string => `${count(number)} ${number === 1 ? 'order' : 'orders'}`;

const leadOf = ({ slips }: PackingListDto): string => {
  const units = slips.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  return `${orders(slips.length)}, ${count(units)} ${units === 1 ? 'unit' : 'units'}.`;
};

/** Orders of which nothing is to be packed, each with the reason. */
function LeftOut({ left }: { left: PackingListDto['left'] }) {
  if (left.length === 0) return null;
  return (
    <div className="packing__left">
      <Alert tone="warn">
        <p>{orders(left.length)} left out:</p>
        <ul>
          {left.map(({ _id, number, reason }) => (
            <li key={_id}>
              {number ? <Link to={`${ORDERS}?open=${_id}`}>{number}</Link> : _id}: {reason}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
