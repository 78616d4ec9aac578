import type { Reconciliation, ReconciliationPass } from '../../../api/types';
import { count } from '../../../lib/format';
import { Time } from '../../../ui-admin/time';
import { Progress } from '../../../ui/progress';
import { progressOf } from './findings';

/** When everything was last compared, in both directions, and how far the comparison in progress is. */
export function Comparisons({ passes: { payments, orders } }: Pick<Reconciliation, 'passes'>) {
  return (
    <ul className="reconciliation__passes" aria-label="Comparisons of everything">
      <Comparison label="All payments with their orders" noun="payments" pass={payments} />
      <Comparison label="All paid orders with their payments" noun="orders" pass={orders} />
    </ul>
  );
}

interface ComparisonProps {
  label: string;
  noun: string;
  pass: ReconciliationPass;
}

function Comparison({ label, noun, pass }: ComparisonProps) {
  const { endedAt, compared = 0, inProgress } = pass;
  return (
    <li>
      <strong>{label}</strong>
      {endedAt && (
        <span>
          Compared <Time at={endedAt} />, {count(compared)} {noun}
        </span>
      )}
      {inProgress !== undefined && <InProgress pass={pass} />}
      {!endedAt && inProgress === undefined && <span className="muted">Not compared yet</span>}
    </li>
  );
}

function InProgress({ pass }: Pick<ComparisonProps, 'pass'>) {
  const { text, percent } = progressOf(pass);
  return percent === undefined ? (
    <span>In progress: {text}</span>
  ) : (
    <Progress label={`In progress: ${text}`} value={percent} />
  );
}
