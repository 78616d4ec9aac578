import { asApiError } from '../../../api/problem';
import { useGetPaymentLabQuery, type LabSettings } from '../../../api/payment-lab';
import { PageHead } from '../../../ui/page-head';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { LabForm } from './lab-form';
import { labText } from './lab-values';
import './payment-lab.css';

/** Settings run down as they are used, by anyone who pays. */
const LOOK_AGAIN_MS = 3_000;

export default function PaymentLabPage() {
  const { data, error, refetch } = useGetPaymentLabQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_AGAIN_MS,
  });
  if (error && asApiError(error).status === 404)
    return (
      <>
        <PageHead title="Payment Failure Lab" />
        <EmptyState
          title="This shop has no failure lab"
          action={<ButtonLink to="/dashboard">Back to your dashboard</ButtonLink>}
        >
          Only the demo&rsquo;s payment sandbox can be made to fail.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHead
        title="Payment Failure Lab"
        lead="Choose what the payment sandbox does wrong, then order and pay as a customer. It applies to the whole shop, whoever pays next. The orders must end in the right state all the same; see docs/payment-lab.md."
      />
      {data ? (
        <div className="lab">
          <LabForm current={data} />
          <Now settings={data} error={error} />
        </div>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading the settings" />
      )}
    </>
  );
}

function Now({ settings, error }: { settings: LabSettings; error: unknown }) {
  const wrong = labText(settings);
  return (
    <section className="dash-panel lab__now" aria-labelledby="lab-now">
      <h2 id="lab-now">Now</h2>
      <div role="status">
        {wrong.length === 0 ? (
          <p>Nothing goes wrong.</p>
        ) : (
          <ul>
            {wrong.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      {error !== undefined && <p className="muted">Perhaps out of date: {asApiError(error).detail}</p>}
    </section>
  );
}
