import { PageTitle } from '../../ui/page-title';
import { ButtonLink } from '../../ui/button';
import './forbidden.css';

/** What a customer sees on a page made for admins. */
export function Forbidden() {
  return (
    <div className="forbidden wrap">
      <PageTitle title="Not allowed" />
      <p className="forbidden__code num" aria-hidden="true">
        403
      </p>
      <h1>This page is for admins</h1>
      <p className="muted">
        Your account can order, pay and review, but not open this page. If you think it should, ask an admin
        to promote you.
      </p>
      <div className="forbidden__ways">
        <ButtonLink to="/dashboard">Your dashboard</ButtonLink>
        <ButtonLink to="/parts" look="secondary">
          See all parts
        </ButtonLink>
      </div>
    </div>
  );
}
