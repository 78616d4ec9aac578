import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useAddCustomerNoteMutation, useGetCustomerQuery } from '../../../api/admin-api';
import { asApiError } from '../../../api/problem';
import type { Customer, ManagedReview } from '../../../api/types';
import { Stars } from '../../../features/reviews/stars';
import { LIVE } from '../../../lists/use-list';
import { InternalNotes } from '../../../ui-admin/internal-notes';
import { Time } from '../../../ui-admin/time';
import { ButtonLink } from '../../../ui/button';
import { Email } from '../../../ui/email';
import { EmptyState, ErrorState, Outdated, Tag } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { CustomerFigures } from './customer-figures';
import { EnterOrder } from './enter-order';
import './customer.css';

/** What the shop knows of a customer, and what an admin does for one. */
export default function CustomerPage() {
  const { id = '' } = useParams();
  const { currentData: customer, error, refetch } = useGetCustomerQuery({ id }, LIVE);
  const isMissing = error && [400, 404].includes(asApiError(error).status);
  // what is being entered outlives a read that has failed
  if (customer && !isMissing)
    return (
      <Shown key={id} customer={customer}>
        {error && <Outdated error={error} retry={refetch} />}
      </Shown>
    );
  return (
    <>
      <PageHead title="Customer" />
      {isMissing ? (
        <EmptyState
          title="There is no such customer"
          action={<ButtonLink to="/dashboard/makeAdmin">See all people</ButtonLink>}
        >
          Perhaps the account was removed.
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading the customer" />
      )}
    </>
  );
}

function Shown({ customer, children }: { customer: Customer; children: ReactNode }) {
  const { account, addresses, notes, reviews } = customer;
  const [add] = useAddCustomerNoteMutation();
  return (
    <>
      <PageHead title={account.name || account.email}>
        <EnterOrder customer={customer} />
      </PageHead>
      {children}
      <div className="customer">
        <section className="customer__part" aria-labelledby="customer-account">
          <h2 id="customer-account">Account</h2>
          <p>
            <Email address={account.email} />
          </p>
          {(account.role === 'admin' || !account.emailVerified) && (
            <p className="cell-row">
              {account.role === 'admin' && <Tag tone="info">Admin</Tag>}
              {!account.emailVerified && <Tag tone="warn">Not verified</Tag>}
            </p>
          )}
          <p className="muted">
            {account.phone && <>Phone {account.phone}, </>}joined <Time at={account.createdAt} day />
            {account.lastSeenAt && (
              <>
                , last seen <Time at={account.lastSeenAt} />
              </>
            )}
          </p>
        </section>
        <CustomerFigures customer={customer} />
        <section className="customer__part" aria-labelledby="customer-addresses">
          <h2 id="customer-addresses">Addresses</h2>
          {addresses.length === 0 && <p className="muted">None are saved.</p>}
          <ul className="customer__addresses">
            {addresses.map(({ _id, text, isDefault }) => (
              <li key={_id}>
                {text}
                {isDefault && (
                  <>
                    {' '}
                    <Tag tone="ok">Default</Tag>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
        <section className="customer__part" aria-labelledby="customer-notes">
          <h2 id="customer-notes">Internal notes</h2>
          <InternalNotes
            notes={notes}
            add={(createOrderNoteDto, key) =>
              add({ id: account._id, createOrderNoteDto, 'Idempotency-Key': key }).unwrap()
            }
          />
        </section>
        <section className="customer__part" aria-labelledby="customer-reviews">
          <h2 id="customer-reviews">Newest reviews</h2>
          {reviews.length === 0 && <p className="muted">None yet.</p>}
          {reviews.map((review) => (
            <Review key={review._id} review={review} />
          ))}
        </section>
      </div>
    </>
  );
}

const Review = ({ review: { ratings, hidden, createdAt, comments } }: { review: ManagedReview }) => (
  <article className="customer__review">
    <p className="cell-row">
      <Stars value={ratings} />
      {hidden && <Tag tone="warn">Hidden</Tag>}
      <span className="muted">
        <Time at={createdAt} day />
      </span>
    </p>
    <p>{comments}</p>
  </article>
);
