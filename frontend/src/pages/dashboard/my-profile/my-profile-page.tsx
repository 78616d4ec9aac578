import { lazy, Suspense } from 'react';
import { Spinner } from '../../../ui/spinner';
import { useGetUserQuery } from '../../../api/account-api';
import type { User } from '../../../api/types';
import { date } from '../../../lib/format';
import { useSessionState } from '../../../features/session/use-session';
import { PageHead } from '../../../ui/page-head';
import { TableSkeleton } from '../../../lists/table-skeleton';
import { ErrorState } from '../../../ui/feedback';
import { AddressList } from '../../../features/addresses/address-list';
import { MailPreferences } from './mail-preferences';
import { OwnAlerts } from './own-alerts';
import { ProfileForm } from './profile-form';
import './my-profile.css';
import { Email } from '../../../ui/email';

const VerifyNotice = lazy(() => import('../../../features/account/verify-notice'));
const SignInSettings = lazy(() => import('./sign-in-settings'));

export default function MyProfilePage() {
  const { user: person } = useSessionState();
  const { data, error, refetch } = useGetUserQuery({ email: person?.email ?? '' }, { skip: !person });
  return (
    <>
      <PageHead title="My Profile" />
      <Suspense>
        <VerifyNotice />
      </Suspense>
      {data ? (
        <div className="profile">
          <div className="profile__side">
            <section className="dash-panel" aria-labelledby="profile-now">
              <h2 id="profile-now" className="profile__title">
                About you
              </h2>
              <Facts user={data} />
            </section>
            <section className="dash-panel" aria-labelledby="profile-sign-in">
              <h2 id="profile-sign-in" className="profile__title">
                Sign-in
              </h2>
              <Suspense fallback={<Spinner label="Reading your sign-in" />}>
                <SignInSettings email={data.email} />
              </Suspense>
            </section>
            <section className="dash-panel" aria-labelledby="profile-addresses">
              <h2 id="profile-addresses" className="profile__title">
                Addresses
              </h2>
              <AddressList user={data} />
            </section>
            <section id="mail" className="dash-panel" aria-labelledby="profile-mail">
              <h2 id="profile-mail" className="profile__title">
                Mail
              </h2>
              <p className="muted">Mail about your own orders is always sent.</p>
              {data.role === 'admin' && <MailPreferences />}
            </section>
            <section className="dash-panel" aria-labelledby="profile-alerts">
              <h2 id="profile-alerts" className="profile__title">
                Parts you wait for
              </h2>
              <OwnAlerts />
            </section>
          </div>
          <section className="dash-panel" aria-labelledby="profile-edit">
            <h2 id="profile-edit" className="profile__title">
              Edit your profile
            </h2>
            <ProfileForm key={data._id} user={data} />
          </section>
        </div>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <TableSkeleton label="Loading your profile" />
      )}
    </>
  );
}

function Facts({ user }: { user: User }) {
  const facts = [
    ['Name', user.name],
    ['Email', <Email key="email" address={user.email} />],
    ['Phone', user.phone],
    ['Education', user.education],
    ['LinkedIn', user.linkedIn],
    ['With us since', date(user.createdAt)],
  ] as const;
  return (
    <dl className="data-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className="muted">Not given yet</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
