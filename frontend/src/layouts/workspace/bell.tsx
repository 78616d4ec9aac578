import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AttentionCountDto, AttentionKind } from '../../api/generated-admin';
import { asApiError } from '../../api/problem';
import { useAttention } from '../../features/attention/attention';
import { count } from '../../lib/format';
import { usePanel } from '../../lists/use-panel';
import { Button } from '../../ui/button';
import { Icon } from './icon';
import './bell.css';

/** What each kind is called, and the list that has it. */
const KINDS: Record<AttentionKind, { label: string; to: string }> = {
  'payment-to-resolve': { label: 'Payments to resolve', to: '/dashboard/reconciliation' },
  dispute: { label: 'Open disputes', to: '/dashboard/manageOrders?dispute=open' },
  'low-stock': {
    label: 'Parts with low stock',
    to: '/dashboard/manageProducts?availability=low-stock&sort=availableQ',
  },
  'failed-webhook': { label: 'Failed webhooks', to: '/dashboard/webhooks' },
  'failed-mail': { label: 'Mails that failed', to: '/dashboard/mail' },
};
/** A greater number has no space in the bar. */
const MOST_SHOWN = 999;

const totalOf = (counts: readonly AttentionCountDto[] | undefined): number =>
  counts?.reduce((sum, each) => sum + each.count, 0) ?? 0;

/** What needs an admin: how often, and under the button of what kinds, each with its list. */
export function Bell() {
  const { counts, error, refetch } = useAttention();
  const { open, setOpen, root, trigger } = usePanel();
  const total = totalOf(counts);
  return (
    <div className="bell" ref={root}>
      <button
        ref={trigger}
        type="button"
        className="workspace__button bell__button"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        <span className="visually-hidden">Needs attention: </span>
        <span className={total > 0 ? 'bell__count num' : 'visually-hidden'}>
          {total > MOST_SHOWN ? `${count(MOST_SHOWN)}+` : count(total)}
        </span>
      </button>
      <Risen total={counts && total} />
      {open && (
        <div className="bell__panel" role="dialog" aria-label="Needs attention">
          <h2>Needs attention</h2>
          {!counts && error !== undefined ? (
            <>
              <p role="alert">{asApiError(error).detail}</p>
              <Button look="secondary" small onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          ) : (
            <Kinds counts={counts} onLeave={() => setOpen(false)} />
          )}
        </div>
      )}
    </div>
  );
}

/** @param onLeave called when a list is gone to */
function Kinds({ counts, onLeave }: { counts: AttentionCountDto[] | undefined; onLeave: () => void }) {
  if (!counts) return <p>Loading…</p>;
  const found = counts.filter((each) => each.count > 0);
  if (found.length === 0) return <p>Nothing needs you</p>;
  return (
    <ul>
      {found.map((each) => (
        <li key={each.kind}>
          <Link to={KINDS[each.kind].to} onClick={onLeave}>
            {KINDS[each.kind].label} <strong className="num">{count(each.count)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Says that there is more to do than before; that there is less is no news. */
function Risen({ total }: { total: number | undefined }) {
  const [last, setLast] = useState(total);
  const [said, say] = useState('');
  if (total !== last) {
    setLast(total);
    if (total !== undefined && last !== undefined && total > last) say(`Needs attention: ${count(total)}`);
  }
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  );
}
