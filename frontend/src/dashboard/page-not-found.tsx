import { PageTitle } from '../shared/page-title';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/feedback';

export function PageNotFound() {
  return (
    <>
      <PageTitle title="Page not found" />
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState
        title="The dashboard has no such page"
        action={<ButtonLink to="/dashboard">Back to your dashboard</ButtonLink>}
      />
    </>
  );
}
