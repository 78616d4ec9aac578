import { PageTitle } from '../shared/page-title';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/feedback';

export function NoSuchPage() {
  return (
    <>
      <PageTitle title="Page not found" />
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState
        title="There is no such page in the dashboard"
        action={<ButtonLink to="/dashboard">Back to your dashboard</ButtonLink>}
      />
    </>
  );
}
