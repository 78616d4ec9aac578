import type { ReactNode } from 'react';
import type { LinkedStockAlertDto } from '../../../api/generated-account';
import { asApiError } from '../../../api/problem';
import { count } from '../../../lib/format';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';

const NOT_VALID = [
  'This link is not valid',
  'Open it as it was sent. A later mail may have replaced it, or the alert has ended.',
] as const;

/** Of links that open nothing. */
const CLOSED: Record<string, readonly [title: string, text: string]> = {
  'invalid-input': NOT_VALID,
  'address-too-long': NOT_VALID,
  'stock-alert-link-invalid': NOT_VALID,
  'stock-alert-link-expired': [
    'This link has expired',
    "It is valid for two days. Ask for the alert again on the part's page.",
  ],
};

interface LinkPageProps {
  title: string;
  /** The alert of the link. */
  query: { currentData?: LinkedStockAlertDto; error?: unknown; refetch: () => unknown };
  children: (alert: LinkedStockAlertDto) => ReactNode;
}

/** A page that a mailed link to an alert opens. */
export function LinkPage({ title, query, children }: LinkPageProps) {
  return (
    <>
      <PageHead title={title} />
      <div className="wrap">
        <Body query={query}>{children}</Body>
      </div>
    </>
  );
}

function Body({ query: { currentData, error, refetch }, children }: Omit<LinkPageProps, 'title'>) {
  if (currentData) return children(currentData);
  const closed = error !== undefined && CLOSED[asApiError(error).code ?? ''];
  if (closed)
    return (
      <EmptyState title={closed[0]} action={<ButtonLink to="/parts">See all parts</ButtonLink>}>
        {closed[1]}
      </EmptyState>
    );
  if (error !== undefined) return <ErrorState error={error} retry={refetch} />;
  return <Spinner label="Loading the alert" />;
}

/** What is waited for, and how many. */
export const Wanted = ({ alert }: { alert: LinkedStockAlertDto }) => (
  <>
    <span className="num">{count(alert.units)}</span> × {alert.productName}
  </>
);

/** What has become of the alert, which is read out. */
export const Outcome = ({
  title,
  alert,
  children,
}: {
  title: string;
  alert: LinkedStockAlertDto;
  children: ReactNode;
}) => (
  <EmptyState
    title={title}
    action={
      <ButtonLink to={`/parts/${alert.productId}`} look="secondary">
        See the part
      </ButtonLink>
    }
  >
    {children}
  </EmptyState>
);

/** Why the button did nothing. */
export const Refusal = ({ error }: { error: unknown }) => (
  <strong role="alert"> {asApiError(error).detail}</strong>
);
